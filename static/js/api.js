// The few things that are asked over HTTP.

/**
 * @import { Page } from "./guide.js"
 * @import { Invitation } from "./rooms.js"
 * @import { Session, Tier } from "./state.js"
 * @import { Preview, RoomInfo, RoomOptions } from "./wire.js"
 */

/** A refusal: its code, and what its words have to name. */
export class RefusedError extends Error {
  /** @param {string} code @param {import("./i18n/index.js").Params} [params] */
  constructor(code, params = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function ask(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new RefusedError("offline");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({ code: "internal" }));
  if (!response.ok) throw new RefusedError(String(answer?.code ?? "internal"), answer?.params);
  return answer;
}

/** Who is signed in; null is nobody. @returns {Promise<Session | null>} */
export const readSession = () => ask("GET", "/api/session");
/** @param {string} name @returns {Promise<Session>} */
export const enter = (name) => ask("POST", "/api/guests", { name });
/** Beans, for who has run short. @returns {Promise<Session>} */
export const askRelief = () => ask("POST", "/api/relief");
export const signOut = () => ask("DELETE", "/api/session");
/** @returns {Promise<Tier[]>} */
export const readTiers = () => ask("GET", "/api/tiers");

/** What a room with these options comes to in beans. @param {RoomOptions} options @returns {Promise<Preview>} */
export const previewRoom = (options) => ask("POST", "/api/rooms/preview", options);
/** A new room with a seat in it. @param {RoomOptions} options @returns {Promise<{ room: string, code: string | null }>} */
export const openRoom = (options) => ask("POST", "/api/rooms", options);
/** Other options for the hands to come. @param {string} room @param {RoomOptions} options */
export const changeRoom = (room, options) => ask("PUT", `/api/rooms/${room}`, options);
/** What a room is like, before one sits down. @param {Invitation} invitation @returns {Promise<RoomInfo>} */
export const readRoom = ({ room, code }) => ask("GET", `/api/rooms/${room}${code ? `?code=${code}` : ""}`);

/** The rules page of a game. @param {string} game @param {string} language @returns {Promise<Page>} */
export async function readRules(game, language) {
  const response = await fetch(`/static/rules/${game}.${language}.json`);
  if (!response.ok) throw new RefusedError("not_found");
  return response.json();
}
