// What is said with quick phrases, in English.

/** @satisfies {Record<keyof typeof import('./zh.js').zh, string>} */
export const en = {
  "phrases.mutes": "Whom not to hear",
  "phrases.quiet": "Everybody",
  "phrases.heard": "{name}: {phrase}",
  "phrase.hello": "Hi, all!",
  "phrase.hurry": "Quick, please!",
  "phrase.well_played": "Well played!",
  "phrase.good_team": "Great team!",
  "phrase.thanks": "Thank you!",
  "phrase.sorry": "Sorry!",
  "phrase.thinking": "Let me think",
  "phrase.lucky": "Lucky you!",
  "phrase.wow": "Amazing!",
  "phrase.courage": "You can do it!",
  "phrase.again": "One more hand?",
  "phrase.bye": "See you!",
  "refused.no_phrases": "No quick phrases in this room",
};
