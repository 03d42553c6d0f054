// The words of the lobby in English.

/** @satisfies {Record<keyof typeof import('./zh.js').zh, string>} */
export const en = {
  lobby: "Lobby",
  "lobby.play": "Play now",
  "lobby.queueing": "Finding a table…",
  "lobby.continue": "Back to the table",
  "lobby.continue.note": "Table {room} keeps your seat",
  "lobby.rules": "How to play",
  "lobby.signout": "Sign out",
  "lobby.short": "You need {entry} beans to sit down",
  "lobby.games": "Choose a game",
  "lobby.seats": "{n} players",
  "game.classic.note": "bid to be landlord",
  "game.happy.note": "rob, show, double",
  "game.five.note": "a hidden landlord",
  "game.laizi.note": "two wild cards",
  "lobby.tiers": "Choose the stakes",
  "lobby.and": ". {text}",
  "tier.terms": "{n} beans a point · fee {a} · entry {entry}",
  "tier.starter": "Starter",
  "tier.regular": "Regular",
  "tier.high": "High",
  "relief.ask": "Take {beans} relief beans",
  "relief.left": "{n} more {n|time|times} today",
  "relief.given": "You have been given {beans} beans",
};
