// The rules page. Written by `python -m app.guide.files` from the Python types of the same names.

export type ChapterId = string;

/** A paragraph. */
export interface Text {
  type: 'text';
  text: string;
}

/** One point of a list: what it is about, and what there is to say. */
export interface Item {
  name: string;
  text: string;
}

/** Points, one after another where `steps` says so. */
export interface Points {
  type: 'points';
  items: Item[];
  steps: boolean;
}

export type Card = string;

/** Cards, what they are called, and what there is to know of them. */
export interface Sample {
  name: string;
  note: string;
  cards: Card[];
}

/** Cards shown one below another; `ranked` says that each is larger than the one before. */
export interface Samples {
  type: 'samples';
  samples: Sample[];
  ranked: boolean;
}

/** Whether one play beats another, and why; `verdict` says it in words. */
export interface Duel {
  play: Card[];
  lead: Card[];
  beats: boolean;
  verdict: string;
  why: string;
}

/** Plays compared. */
export interface Duels {
  type: 'duels';
  duels: Duel[];
}

/** A small table; the first cell of each row names it. Figures are written out, signs and separators included. */
export interface Grid {
  type: 'grid';
  title: string;
  head: string[];
  rows: string[][];
}

/** The game's public tables. A browser fills them in as its server has them, each column by the name of a figure of */
export interface Tables {
  type: 'tables';
  title: string;
  head: string[];
  figures: string[];
  rows: string[][];
}

export type Block = Text | Points | Samples | Duels | Grid | Tables;

/** One chapter. */
export interface Chapter {
  id: ChapterId;
  title: string;
  blocks: Block[];
}

/** Another game's page. */
export interface Tab {
  game: string;
  name: string;
}

/** The rules of one game in one language, with the names of all games. */
export interface Page {
  game: string;
  language: string;
  title: string;
  chapters: Chapter[];
  tabs: Tab[];
}
