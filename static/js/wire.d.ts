// What travels between browser and server. Written by `python -m app.wire.schema` from the Python types of the
// same names: change those.

// --- Facts: what became true, and the table that they amount to ---

/** What a room plays for; fixed while a hand runs. */
export interface Stakes {
  base: number;
  initial: number;
  cap: number | null;
  coefficient: number;
  fee: number;
  double_above: number;
  show: boolean;
}

export type Seat = number;

/** A hand has begun: the game, its stakes, the beans each seat carries into it. */
export interface HandOpened {
  game: string;
  stakes: Stakes;
  carried: number[];
  first: Seat | null;
}

/** The hand has entered a phase of its ruleset. */
export interface PhaseOpened {
  phase: string;
}

/** A timed step has had its full time. */
export interface StepClosed {
  phase: string;
}

export type Card = string;

/** The open card of rulebook 4, and the seat that it is dealt to. */
export interface OpenCard {
  seat: Seat;
  card: Card;
}

/** The deck of deal number `deal_no` (from 1) lies ready, and is secret; `first` is its nominal first bidder. */
export interface Shuffled {
  deal_no: number;
  first: Seat;
  deck: Card[];
  open_card: OpenCard | null;
}

/** A seat has received `count` cards of the deck; `shown` says whether they lie open. */
export interface Dealt {
  seat: Seat;
  count: number;
  shown: boolean;
  cards: Card[] | null;
}

/** When a hand is shown 明牌 (rulebook 3): before the deal, during it, or by the landlord after the bottom cards. */
export type Moment = 'start' | 'deal' | 'landlord';

/** A seat plays with an open hand from now on; `cards` is the hand as it stands. */
export interface Shown {
  seat: Seat;
  moment: Moment;
  factor: number;
  cards: Card[];
}

/** A seat that was asked keeps its hand to itself. */
export interface ShowDeclined {
  seat: Seat;
  moment: Moment;
}

/** A seat has bid 1, 2 or 3 points, or passed (0). */
export interface BidMade {
  seat: Seat;
  value: number;
}

/** A seat has called the landlord, or declined. */
export interface Called {
  seat: Seat;
  yes: boolean;
}

/** A seat has robbed the landlord, or declined. */
export interface Robbed {
  seat: Seat;
  yes: boolean;
}

/** A seat has doubled, or declined. */
export interface Doubled {
  seat: Seat;
  yes: boolean;
}

/** Why the multiple changed. */
export type Cause = 'show' | 'rob' | 'identity' | 'double' | 'bomb' | 'rocket' | 'spring' | 'anti_spring';

/** The multiple has grown by `factor`. */
export interface Multiplied {
  factor: number;
  cause: Cause;
  seat: Seat;
}

/** Nobody wanted the landlord: this deal is over and another follows, or the hand is called off. */
export interface PassedOut {
  deal_no: number;
}

/** How a seat became the landlord. */
export type Claim = 'bid' | 'open_card' | 'called' | 'robbed' | 'showed_first';

/** A seat is the landlord. */
export interface LandlordChosen {
  seat: Seat;
  claim: Claim;
}

/** The open card is announced with the seat that holds it, who is the open landlord (rulebook 4). */
export interface OpenCardTurned {
  seat: Seat;
  card: Card;
}

/** A seat alone has been told that it holds the twin of the open card; the open landlord, that he is alone. */
export interface HiddenLandlordTold {
  seat: Seat;
}

/** A landlord has decided whether to show his identity, which he alone knows before the step ends. */
export interface IdentityAnswered {
  seat: Seat;
  yes: boolean;
}

/** A seat has shown that it is a landlord. */
export interface IdentityShown {
  seat: Seat;
}

/** Everybody knows that `seat` is the hidden landlord, or, where it is `landlord` himself, that he is alone. */
export interface HiddenLandlordKnown {
  seat: Seat;
  landlord: Seat;
  hands: Card[][];
}

/** The landlord has taken the bottom cards; `open` says whether everybody has seen them. */
export interface BottomTaken {
  seat: Seat;
  count: number;
  open: boolean;
  cards: Card[] | null;
}

/** A seat leads freely: the landlord at first, then whoever nobody has beaten. */
export interface LeadTaken {
  seat: Seat;
}

/** The kinds of the rulebook, in no order. */
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
  | 'ROCKET'
  | 'KING_BOMB2'
  | 'KING_BOMB3'
  | 'KING_BOMB4'
  | 'SOFT_BOMB'
  | 'LAIZI_BOMB';

export type Rank = string;

/** One reading of a play: kind, size and deciding rank. A dataclass, since it travels as a JSON object. */
export interface Combo {
  kind: Kind;
  size: number;
  rank: Rank;
}

/** A seat has put cards down, read as `reading`. */
export interface Played {
  seat: Seat;
  cards: Card[];
  reading: Combo;
}

/** A seat has played nothing. */
export interface Passed {
  seat: Seat;
}

/** A seat has left the hand at behaviour multiple `multiple` (M of rulebook 3, Escape). */
export interface Escaped {
  seat: Seat;
  multiple: number;
  rate: number;
}

/** How a hand ended. */
export type End = 'out' | 'escape' | 'called_off' | 'void';

/** The hand is over: who went out or left, who has won, and every hand as it was left. */
export interface Finished {
  end: End;
  seat: Seat | null;
  winners: Seat[];
  hands: Card[][];
  hidden: Seat | null;
}

/** Points of the hand. */
export interface Scored {
  base: number;
  multiple: number;
  counted: number;
  doubling: number[];
  x: number[];
  points: number[];
}

/** Beans of the hand: what each seat was due, what moved, the fee it paid, what an escape left to the system. */
export interface Settled {
  due: number[];
  moved: number[];
  fees: number[];
  penalty: number;
}

/** Facts: what became true at a table, never which rule made it so, so that old logs replay under new rules. */
export type Fact =
  | ({ type: 'hand_opened' } & HandOpened)
  | ({ type: 'phase_opened' } & PhaseOpened)
  | ({ type: 'step_closed' } & StepClosed)
  | ({ type: 'shuffled' } & Shuffled)
  | ({ type: 'dealt' } & Dealt)
  | ({ type: 'shown' } & Shown)
  | ({ type: 'show_declined' } & ShowDeclined)
  | ({ type: 'bid_made' } & BidMade)
  | ({ type: 'called' } & Called)
  | ({ type: 'robbed' } & Robbed)
  | ({ type: 'doubled' } & Doubled)
  | ({ type: 'multiplied' } & Multiplied)
  | ({ type: 'passed_out' } & PassedOut)
  | ({ type: 'landlord_chosen' } & LandlordChosen)
  | ({ type: 'open_card_turned' } & OpenCardTurned)
  | ({ type: 'hidden_landlord_told' } & HiddenLandlordTold)
  | ({ type: 'identity_answered' } & IdentityAnswered)
  | ({ type: 'identity_shown' } & IdentityShown)
  | ({ type: 'hidden_landlord_known' } & HiddenLandlordKnown)
  | ({ type: 'bottom_taken' } & BottomTaken)
  | ({ type: 'lead_taken' } & LeadTaken)
  | ({ type: 'played' } & Played)
  | ({ type: 'passed' } & Passed)
  | ({ type: 'escaped' } & Escaped)
  | ({ type: 'finished' } & Finished)
  | ({ type: 'scored' } & Scored)
  | ({ type: 'settled' } & Settled);

/** Whose answer is awaited. Times are the server's, in ms since 1970; None while nothing is timed. */
export interface Clock {
  asked: Seat[];
  deadline_ms: number | null;
  allowed_ms: number | null;
}

/** A fact as one seat may see it, in its envelope. */
export type Seen = Fact & { room: string; hand: number; version: number; clock?: Clock };

// --- Notices: how things stand now ---

/** The answer to `hello`: who the socket belongs to, and the room that holds a seat for him, if any. */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  player: string;
  name: string;
  beans: number;
  room: string | null;
  now_ms: number;
}

/** The answer to `ping`. */
export interface Pong {
  type: 'pong';
  t: number;
  now_ms: number;
}

/** The request with this id has been carried out, once. */
export interface Ack {
  type: 'ack';
  id: string;
}

/** The request was not carried out and nothing has changed; `id` is None where none could be read. */
export interface Refused {
  type: 'refused';
  id: string | null;
  code: string;
  params: Record<string, number | string>;
}

/** The player waits for a match, whichever of his tabs has asked for it. It replaces the one before. */
export interface Queued {
  type: 'queued';
  game: string;
  tier: string;
  people: number;
  waited_ms: number;
  expect_ms: number | null;
  bots_ms: number | null;
}

/** The player waits no longer and has no seat: he has cancelled it, or `reason` says why. */
export interface Unqueued {
  type: 'unqueued';
  reason: string;
}

/** A seat has been found in answer to `queue` or `sit`: say `hello` to this room. */
export interface Seated {
  type: 'seated';
  room: string;
}

/** A public table as the lobby shows it: its figures, how many people wait for it and play at it. */
export interface TierState {
  game: string;
  tier: string;
  coefficient: number;
  fee: number;
  entry: number;
  double_above: number;
  bots: boolean;
  open: boolean;
  waiting: number;
  playing: number;
  expect_ms: number | null;
}

/** A room in the lobby's list: what it plays for, `seconds` for a play, and how full it is. */
export interface RoomCard {
  room: string;
  name: string;
  game: string;
  coefficient: number;
  fee: number;
  entry: number;
  seconds: number;
  seats: number;
  taken: number;
  bots: boolean;
  watch: boolean;
  running: boolean;
}

/** What the lobby shows, to whoever looks at it: first the `whole` of it, then what has changed. */
export interface Lobby {
  type: 'lobby';
  whole: boolean;
  online: number;
  tiers: TierState[];
  rooms: RoomCard[];
  removed: string[];
}

/** How long a decision may take: a bid, call or rob; a play; a doubling, a show or the identity step. */
export interface Seconds {
  play: number;
  bid: number | null;
  double: number | null;
}

/** What a room is played under. What its game has no use for is null. */
export interface RoomOptions {
  game: string;
  name: string;
  public: boolean;
  beans: boolean;
  coefficient: number;
  fee: number;
  entry: number;
  initial: number;
  seconds: Seconds;
  spare_seconds: number;
  auto_after: number;
  bots: boolean;
  watch: boolean;
  hints: boolean;
  counter: boolean;
  phrases: boolean;
  cap: number | null;
  absence: number | null;
  base: number | null;
  double_above: number | null;
  show: boolean | null;
}

export type Viewer = number | null;

/** A seat's open hand: since which moment, and the factor it is worth. */
export interface Showing {
  seat: Seat;
  moment: Moment;
  factor: number;
}

/** One seat's bid in points, 0 for a pass. */
export interface Bidding {
  seat: Seat;
  value: number;
}

/** One seat's answer to a yes-or-no question that is put to several seats. */
export interface Answer {
  seat: Seat;
  yes: boolean;
}

/** One growth of the multiple. */
export interface Factor {
  factor: number;
  cause: Cause;
  seat: Seat;
}

/** A turn in a trick: cards and their reading, or a pass (no cards, no reading). */
export interface Move {
  seat: Seat;
  cards: Card[];
  reading: Combo | null;
}

/** Everything at a table that lies open to all. Each field is empty until its fact happens. */
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
  bids: Bidding[];
  calls: Answer[];
  robs: Answer[];
  doubles: Answer[];
  landlord: Seat | null;
  claim: Claim | null;
  open_card: OpenCard | null;
  identities: Seat[];
  hidden: Seat | null;
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

/** A hand as a viewer knows it: how many cards, and which ones if he may know. */
export interface Held {
  count: number;
  cards: Card[] | null;
}

/** All that a viewer may know: the public part, and each hand as far as he knows it. */
export interface View {
  seat: Viewer;
  public: Public;
  hands: Held[];
  holds_twin: boolean;
  identity: boolean | null;
}

/** Everything a seat may know of its room; `view` is None before the first hand that it plays. */
export interface Snapshot {
  type: 'snapshot';
  room: string;
  game: string;
  stakes: Stakes;
  options: RoomOptions;
  code: string | null;
  seat: Seat;
  hand: number;
  version: number;
  view: View | null;
  clock: Clock;
}

/** One action that a seat may take: a request without its envelope. */
export interface Choice {
  type: string;
  yes?: boolean | null;
  moment?: Moment | null;
  value?: number | null;
}

/** Readings that differ in nothing but their rank: one for each of `ranks`, from low to high. */
export interface Family {
  kind: Kind;
  size: number;
  ranks: string;
}

/** Bundles of plays, and for each the readings of its plays, the default first, as numbers. */
export interface Plays {
  families: Family[];
  ranks: string[];
  readings: number[][];
}

/** What a seat may do now; see `Options` of the rules. */
export interface Chance {
  actions: Choice[];
  plays: Plays;
  factor: number;
  why_not: string | null;
}

/** What this seat may do now: to this seat alone. Empty: nothing. It replaces the one before. */
export interface Turn {
  type: 'turn';
  room: string;
  hand: number;
  version: number;
  clock: Clock;
  options: Chance;
}

/** One seat as everybody at the table sees it: how things stand now. */
export interface SeatState {
  seat: Seat;
  player: string | null;
  name: string;
  title: string | null;
  bot: boolean;
  beans: number;
  away: boolean;
  auto: boolean;
  ready: boolean;
}

/** Who sits where and how, with beans as the ledger has them now; null is an empty seat. */
export interface Presence {
  type: 'presence';
  room: string;
  hand: number;
  owner: Seat | null;
  seats: (SeatState | null)[];
}

/** One running sum of points: for the games of three seats, and for those of five. */
export type Ladder = 'three' | 'five';

/** A sum of points on a ladder, and the title that it holds. */
export interface Level {
  points: number;
  title: string;
  rank: number;
  since: number | null;
  next: number | null;
}

/** What the hand that has ended has counted for a player's level: to him alone, as it was and as it is now. */
export interface Standing {
  type: 'standing';
  room: string;
  hand: number;
  ladder: Ladder;
  before: Level;
  after: Level;
}

/** One of the quick phrases. Nobody can say anything else, so nothing has to be watched. */
export type Phrase =
  | 'hello'
  | 'hurry'
  | 'well_played'
  | 'good_team'
  | 'thanks'
  | 'sorry'
  | 'thinking'
  | 'lucky'
  | 'wow'
  | 'courage'
  | 'again'
  | 'bye';

/** Somebody seated has said a quick phrase. */
export interface Said {
  type: 'phrase';
  room: string;
  seat: Seat;
  phrase: Phrase;
}

/** Leaving now costs at least this many beans (0: it is free). */
export interface Price {
  type: 'price';
  id: string;
  room: string;
  hand: number;
  at_least: number;
}

/** The seat in this room is the player's no longer, or the room has closed. */
export interface Left {
  type: 'left';
  room: string;
  reason: string;
}

/** The server will restart in so many seconds, 0: now; hands go on after it. */
export interface Maintenance {
  type: 'maintenance';
  seconds: number;
}

export type Notice =
  | Welcome
  | Pong
  | Ack
  | Refused
  | Queued
  | Unqueued
  | Seated
  | Lobby
  | Snapshot
  | Turn
  | Presence
  | Standing
  | Said
  | Price
  | Left
  | Maintenance;

// --- Requests ---

export type Id = string;

export type RoomId = string;

export type HandNo = number;

/** Leave the room; while a hand runs that is an escape. */
export interface LeaveRequest {
  type: 'leave';
  id: Id;
  room: RoomId;
  hand: HandNo;
}

/** Ask what leaving now would cost at least. */
export interface PriceRequest {
  type: 'price';
  id: Id;
  room: RoomId;
  hand: HandNo;
}

/** Be ready for another hand in this room; `hand` is the one that has ended. */
export interface AgainRequest {
  type: 'again';
  id: Id;
  room: RoomId;
  hand: HandNo;
}

/** Switch auto-play of the own seat on or off. */
export interface AutoRequest {
  type: 'auto';
  id: Id;
  room: RoomId;
  hand: HandNo;
  on: boolean;
}

/** Show the hand, or decline, at one of the moments of the rulebook. */
export interface ShowRequest {
  type: 'show';
  id: Id;
  room: RoomId;
  hand: HandNo;
  moment: Moment;
  yes: boolean;
}

/** Bid 1, 2 or 3 points, or pass with 0. */
export interface BidRequest {
  type: 'bid';
  id: Id;
  room: RoomId;
  hand: HandNo;
  value: number;
}

/** Call the landlord, or decline. */
export interface CallRequest {
  type: 'call';
  id: Id;
  room: RoomId;
  hand: HandNo;
  yes: boolean;
}

/** Rob the landlord, or decline. */
export interface RobRequest {
  type: 'rob';
  id: Id;
  room: RoomId;
  hand: HandNo;
  yes: boolean;
}

/** Show to be a landlord, or give up showing it. */
export interface IdentityRequest {
  type: 'identity';
  id: Id;
  room: RoomId;
  hand: HandNo;
  yes: boolean;
}

/** Double the own stake, or decline. */
export interface DoubleRequest {
  type: 'double';
  id: Id;
  room: RoomId;
  hand: HandNo;
  yes: boolean;
}

export type CardText = string;

/** One of several readings of a play, as `Combo` of the rules. */
export interface Reading {
  kind: Kind;
  size: number;
  rank: string;
}

/** Put cards down; `as` names one of several legal readings. */
export interface PlayRequest {
  type: 'play';
  id: Id;
  room: RoomId;
  hand: HandNo;
  cards: CardText[];
  as?: Reading | null;
}

/** Play nothing. */
export interface PassRequest {
  type: 'pass';
  id: Id;
  room: RoomId;
  hand: HandNo;
}

export type HandRequest =
  | LeaveRequest
  | PriceRequest
  | AgainRequest
  | AutoRequest
  | ShowRequest
  | BidRequest
  | CallRequest
  | RobRequest
  | IdentityRequest
  | DoubleRequest
  | PlayRequest
  | PassRequest;

export type Count = number;

/** The first frame of a socket. With a room it takes or resumes the seat there, from `version` of `hand` on. */
export interface Hello {
  type: 'hello';
  protocol: Count;
  room?: RoomId | null;
  hand?: HandNo | null;
  version?: Count | null;
}

/** Answered by `pong` with the same `t` and the server's time. */
export interface Ping {
  type: 'ping';
  t: number;
}

export type Name = string;

/** Ask for a seat in a game's public tier. Who waits for another one already waits for this one instead. */
export interface Queue {
  type: 'queue';
  id: Id;
  game: Name;
  tier: Name;
}

/** Wait for a seat no longer; that is free until the match is made. */
export interface Unqueue {
  type: 'unqueue';
  id: Id;
}

/** Look at the lobby, or no longer: a socket that does is told of all that changes there. */
export interface Look {
  type: 'look';
  id: Id;
  on: boolean;
}

export type Code = string;

/** Sit down on any empty seat of a room, or on the own one; `code` is that of a room that is not public. */
export interface SitRequest {
  type: 'sit';
  id: Id;
  room: RoomId;
  code?: Code | null;
}

/** Be ready for the next hand, or no longer. It begins when every seat is taken and everybody is ready. */
export interface ReadyRequest {
  type: 'ready';
  id: Id;
  room: RoomId;
  on: boolean;
}

/** The owner is ready and begins the hand, with bots on the empty seats where they are allowed. */
export interface StartRequest {
  type: 'start';
  id: Id;
  room: RoomId;
}

export type SeatNo = number;

/** The owner takes a seat away between hands. */
export interface KickRequest {
  type: 'kick';
  id: Id;
  room: RoomId;
  seat: SeatNo;
}

/** The owner hands the room over to another seat. */
export interface OwnerRequest {
  type: 'owner';
  id: Id;
  room: RoomId;
  seat: SeatNo;
}

/** The owner has a bot sit down on an empty seat. */
export interface AddBotRequest {
  type: 'add_bot';
  id: Id;
  room: RoomId;
}

/** Say a quick phrase to everybody seated; once another hand has begun it is too late for it. */
export interface PhraseRequest {
  type: 'phrase';
  id: Id;
  room: RoomId;
  hand: HandNo;
  phrase: Phrase;
}

export type Request =
  | Hello
  | Ping
  | Queue
  | Unqueue
  | Look
  | SitRequest
  | ReadyRequest
  | StartRequest
  | KickRequest
  | OwnerRequest
  | AddBotRequest
  | PhraseRequest
  | LeaveRequest
  | PriceRequest
  | AgainRequest
  | AutoRequest
  | ShowRequest
  | BidRequest
  | CallRequest
  | RobRequest
  | IdentityRequest
  | DoubleRequest
  | PlayRequest
  | PassRequest;

// --- Bodies of HTTP: rooms ---

/** Beans of one player: `moved` is won or (negative) lost, then `fee` goes, and `net` is what it comes to. */
export interface Amount {
  moved: number;
  fee: number;
  net: number;
}

/** What a hand that ends so moves, where everybody has beans enough. */
export interface Situation {
  base: number;
  multiple: number;
  landlord: Amount;
  farmer: Amount;
}

/** What a room's options come to in beans, reckoned as the ledger does. */
export interface Preview {
  landlord_wins: Situation;
  farmers_win: Situation;
  escape: Situation;
  dearest: Amount | null;
  entry_loss: number;
}

/** A room as somebody sees it who has not sat down: null is an empty seat, `running` that a hand is being played. */
export interface RoomInfo {
  room: string;
  options: RoomOptions;
  preview: Preview;
  owner: Seat | null;
  seats: (SeatState | null)[];
  running: boolean;
}
