// What travels between browser and server; the names are those of the Python types.

export type Seat = number;
export type Card = string;
export type Rank = string;
export type Moment = 'start' | 'deal' | 'landlord';
export type Cause = 'show' | 'rob' | 'bomb' | 'rocket' | 'spring' | 'anti_spring';
export type Claim = 'called' | 'robbed' | 'showed_first';
export type End = 'out' | 'escape' | 'called_off' | 'void';
export type Kind =
  | 'SINGLE'
  | 'PAIR'
  | 'TRIO'
  | 'TRIO_SINGLE'
  | 'TRIO_PAIR'
  | 'STRAIGHT'
  | 'PAIR_CHAIN'
  | 'PLANE'
  | 'PLANE_SINGLES'
  | 'PLANE_PAIRS'
  | 'FOUR_TWO'
  | 'FOUR_TWO_PAIRS'
  | 'BOMB'
  | 'ROCKET';

export interface Combo {
  kind: Kind;
  size: number;
  rank: Rank;
}
export interface Offer {
  ranks: string;
  readings: Combo[];
}
export interface Stakes {
  base: number;
  initial: number;
  cap: number | null;
  coefficient: number;
  fee: number;
  double_above: number;
  show: boolean;
}

// --- The table, as a seat may see it ---

export interface Answer {
  seat: Seat;
  yes: boolean;
}
export interface Showing {
  seat: Seat;
  moment: Moment;
  factor: number;
}
export interface Factor {
  factor: number;
  cause: Cause;
  seat: Seat;
}
export interface Move {
  seat: Seat;
  cards: Card[];
  reading: Combo | null;
}
export interface Public {
  game: string;
  stakes: Stakes;
  carried: number[];
  first: Seat | null;
  phase: string;
  step_closed: boolean;
  deal_no: number;
  dealt: number;
  shows: Showing[];
  declined: Seat[];
  calls: Answer[];
  robs: Answer[];
  doubles: Answer[];
  landlord: Seat | null;
  claim: Claim | null;
  bottom: Card[];
  bottom_taken: boolean;
  factors: Factor[];
  moves: Move[];
  lead: Move | null;
  passes: number;
  turn: Seat | null;
  escape: Escaped | null;
  finish: Finished | null;
  score: Scored | null;
  settled: Settled | null;
}
export interface Held {
  count: number;
  cards: Card[] | null;
}
export interface View {
  seat: Seat | null;
  public: Public;
  hands: Held[];
}

// --- Facts: what became true ---

export interface HandOpened {
  game: string;
  stakes: Stakes;
  carried: number[];
  first: Seat | null;
}
export interface PhaseOpened {
  phase: string;
}
export interface StepClosed {
  phase: string;
}
export interface Shuffled {
  deal_no: number;
  first: Seat;
  deck: Card[];
}
export interface Dealt {
  seat: Seat;
  count: number;
  shown: boolean;
  cards: Card[] | null;
}
export interface Shown {
  seat: Seat;
  moment: Moment;
  factor: number;
  cards: Card[];
}
export interface ShowDeclined {
  seat: Seat;
  moment: Moment;
}
export interface Called {
  seat: Seat;
  yes: boolean;
}
export interface Robbed {
  seat: Seat;
  yes: boolean;
}
export interface Doubled {
  seat: Seat;
  yes: boolean;
}
export interface Multiplied {
  factor: number;
  cause: Cause;
  seat: Seat;
}
export interface PassedOut {
  deal_no: number;
}
export interface LandlordChosen {
  seat: Seat;
  claim: Claim;
}
export interface BottomTaken {
  seat: Seat;
  count: number;
  open: boolean;
  cards: Card[] | null;
}
export interface LeadTaken {
  seat: Seat;
}
export interface Played {
  seat: Seat;
  cards: Card[];
  reading: Combo;
}
export interface Passed {
  seat: Seat;
}
export interface Escaped {
  seat: Seat;
  multiple: number;
  rate: number;
}
export interface Finished {
  end: End;
  seat: Seat | null;
  winners: Seat[];
  hands: Card[][];
}
export interface Scored {
  multiple: number;
  counted: number;
  doubling: number[];
  x: number[];
  points: number[];
}
export interface Settled {
  due: number[];
  moved: number[];
  fees: number[];
  penalty: number;
}

export interface Clock {
  asked: Seat[];
  deadline_ms: number | null;
  allowed_ms: number | null;
}

export type Fact =
  | ({ type: 'hand_opened' } & HandOpened)
  | ({ type: 'phase_opened' } & PhaseOpened)
  | ({ type: 'step_closed' } & StepClosed)
  | ({ type: 'shuffled' } & Shuffled)
  | ({ type: 'dealt' } & Dealt)
  | ({ type: 'shown' } & Shown)
  | ({ type: 'show_declined' } & ShowDeclined)
  | ({ type: 'called' } & Called)
  | ({ type: 'robbed' } & Robbed)
  | ({ type: 'doubled' } & Doubled)
  | ({ type: 'multiplied' } & Multiplied)
  | ({ type: 'passed_out' } & PassedOut)
  | ({ type: 'landlord_chosen' } & LandlordChosen)
  | ({ type: 'bottom_taken' } & BottomTaken)
  | ({ type: 'lead_taken' } & LeadTaken)
  | ({ type: 'played' } & Played)
  | ({ type: 'passed' } & Passed)
  | ({ type: 'escaped' } & Escaped)
  | ({ type: 'finished' } & Finished)
  | ({ type: 'scored' } & Scored)
  | ({ type: 'settled' } & Settled);

/** A fact as one seat may see it, in its envelope. */
export type Seen = Fact & { room: string; hand: number; version: number; clock?: Clock };

// --- Unversioned notices ---

export interface Choice {
  type: string;
  yes?: boolean | null;
  moment?: Moment | null;
}
export interface Chance {
  actions: Choice[];
  plays: Offer[];
  factor: number;
  why_not: string | null;
}
export interface SeatState {
  seat: Seat;
  name: string;
  bot: boolean;
  beans: number;
  away: boolean;
  auto: boolean;
  again: boolean;
}
export interface Welcome {
  type: 'welcome';
  protocol: number;
  player: string;
  name: string;
  beans: number;
  room: string | null;
  now_ms: number;
}
export interface Pong {
  type: 'pong';
  t: number;
  now_ms: number;
}
export interface Ack {
  type: 'ack';
  id: string;
}
export interface Refused {
  type: 'refused';
  id: string | null;
  code: string;
  params: Record<string, number | string>;
}
export interface Seated {
  type: 'seated';
  room: string;
}
export interface Snapshot {
  type: 'snapshot';
  room: string;
  game: string;
  stakes: Stakes;
  entry: number;
  seat: Seat;
  hand: number;
  version: number;
  view: View | null;
  clock: Clock;
  auto_after: number;
}
export interface Turn {
  type: 'turn';
  room: string;
  hand: number;
  version: number;
  clock: Clock;
  options: Chance;
}
export interface Presence {
  type: 'presence';
  room: string;
  hand: number;
  seats: SeatState[];
}
export interface Price {
  type: 'price';
  id: string;
  room: string;
  hand: number;
  at_least: number;
}
export interface Left {
  type: 'left';
  room: string;
  reason: string;
}
export interface Maintenance {
  type: 'maintenance';
  seconds: number;
}
export type Notice =
  | Welcome
  | Pong
  | Ack
  | Refused
  | Seated
  | Snapshot
  | Turn
  | Presence
  | Price
  | Left
  | Maintenance;

// --- Requests ---

export interface Hello {
  type: 'hello';
  protocol: number;
  room?: string;
  hand?: number;
  version?: number;
}
export interface Ping {
  type: 'ping';
  t: number;
}
export interface Queue {
  type: 'queue';
  id: string;
  game: string;
  tier: string;
}
interface HandFrame {
  id: string;
  room: string;
  hand: number;
}
export interface LeaveRequest extends HandFrame {
  type: 'leave';
}
export interface PriceRequest extends HandFrame {
  type: 'price';
}
export interface AgainRequest extends HandFrame {
  type: 'again';
}
export interface AutoRequest extends HandFrame {
  type: 'auto';
  on: boolean;
}
export interface ShowRequest extends HandFrame {
  type: 'show';
  moment: Moment;
  yes: boolean;
}
export interface CallRequest extends HandFrame {
  type: 'call';
  yes: boolean;
}
export interface RobRequest extends HandFrame {
  type: 'rob';
  yes: boolean;
}
export interface DoubleRequest extends HandFrame {
  type: 'double';
  yes: boolean;
}
export interface PlayRequest extends HandFrame {
  type: 'play';
  cards: Card[];
  as?: Combo;
}
export interface PassRequest extends HandFrame {
  type: 'pass';
}
export type HandRequest =
  | LeaveRequest
  | PriceRequest
  | AgainRequest
  | AutoRequest
  | ShowRequest
  | CallRequest
  | RobRequest
  | DoubleRequest
  | PlayRequest
  | PassRequest;
export type Request = Hello | Ping | Queue | HandRequest;
