// The words of accounts and profiles in English.

export const en = {
  "refused.wrong_password": "Wrong name or password",
  "refused.banned": "This account may not play: {reason}",
  "refused.not_a_member": "A guest has no password",
  "refused.name_taken": "Somebody has this name already",
  "refused.seated": "Leave the table first",
  "refused.short_password": "A password has at least 8 characters",
  "refused.long_password": "A password has at most 256 characters",
  "refused.common_password": "Too many people have this password",
};
