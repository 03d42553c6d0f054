// What is said with quick phrases, in Chinese.

export const zh = {
  "phrases.mutes": "不听谁的",
  "phrases.quiet": "所有人",
  "phrases.heard": "{name}说：{phrase}",
  "phrase.hello": "大家好",
  "phrase.hurry": "快点吧",
  "phrase.well_played": "打得不错",
  "phrase.good_team": "合作愉快",
  "phrase.thanks": "谢谢",
  "phrase.sorry": "不好意思",
  "phrase.thinking": "让我想想",
  "phrase.lucky": "运气真好",
  "phrase.wow": "太厉害了",
  "phrase.courage": "加油",
  "phrase.again": "再来一局吧",
  "phrase.bye": "下次再玩",
  "refused.no_phrases": "这个房间没有快捷语",
};
