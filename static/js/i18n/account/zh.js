// The words of accounts and profiles in Chinese.

export const zh = {
  "refused.wrong_password": "名字或密码不对",
  "refused.banned": "这个账号不能玩了：{reason}",
  "refused.not_a_member": "游客没有密码",
  "refused.name_taken": "这个名字已经有人用了",
  "refused.seated": "先离开牌桌",
  "refused.short_password": "密码至少要 8 个字符",
  "refused.long_password": "密码最多 256 个字符",
  "refused.common_password": "这个密码太常见，换一个",
};
