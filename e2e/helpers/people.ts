import type { Page } from "@playwright/test";
import { readMail } from "./mailbox.ts";
import { newAddress, secret } from "./auth.ts";

/** Somebody with an account, made without the pages. */
export interface Person {
  id: string;
  token: string;
}

interface Call {
  method?: string;
  data?: unknown;
}

/** One call of the API in the name of a person; whatever is refused fails the journey. */
export async function callAs<Answer>(page: Page, { token }: Person, path: string, call: Call = {}): Promise<Answer> {
  const answer = await tryAs(page, { token }, path, call);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The same for a call that may be refused. */
export function tryAs(page: Page, { token }: Pick<Person, "token">, path: string, { method, data }: Call) {
  return page.request.fetch(`/api${path}`, {
    method: method ?? (data === undefined ? "GET" : "POST"),
    // A connection that was kept may be closed at the very moment it is used again.
    maxRetries: 2,
    headers: { authorization: `Bearer ${token}` },
    ...(data !== undefined && { data }),
  });
}

interface SignedUp {
  access_token?: string;
  user: { id: string };
}

/** Signs somebody up, and confirms the address where that is asked for. */
export async function addPerson(page: Page, name = "Kara"): Promise<Person> {
  const email = newAddress();
  const account = { email, password: secret, data: { display_name: name } };
  const answer = (await (await page.request.post("/auth/v1/signup", { data: account })).json()) as SignedUp;
  if (answer.access_token) return { id: answer.user.id, token: answer.access_token };
  const { code } = await readMail(page, email, "Confirm your address");
  const confirmed = await page.request.post("/auth/v1/verify", { data: { email, token: code, type: "signup" } });
  const { user, access_token: token = "" } = (await confirmed.json()) as SignedUp;
  return { id: user.id, token };
}

/** From here on the page is this person's. */
export async function openAs(page: Page, { id }: Pick<Person, "id">, path: string): Promise<void> {
  await page.addInitScript((user) => localStorage.setItem("dev_user_id", user), id);
  await page.goto(path);
}

export interface Clan {
  id: string;
  name: string;
}

export function addClan(page: Page, owner: Person, name: string, playerName = "Kara"): Promise<Clan> {
  return callAs(page, owner, "/clans", { data: { name, player_name: playerName, time_zone: "UTC" } });
}

interface Row {
  id: string;
  name: string;
}

/** The roster by name, after these players were added to it. */
export async function addPlayers(page: Page, owner: Person, clan: Clan, names: string[], joinedOn?: string) {
  const rows = names.map((name) => ({ name, ...(joinedOn && { joined_on: joinedOn }) }));
  const add_similar = names.map((_, index) => index);
  const data = { rows, dry_run: false, add_similar };
  await callAs(page, owner, `/clans/${clan.id}/members/import`, { data });
  const { members } = await callAs<{ members: Row[] }>(page, owner, `/clans/${clan.id}/members`);
  return Object.fromEntries(members.map((row) => [row.name, row.id]));
}

export interface Invite {
  id: string;
  link: string;
  code: string;
}

export async function addInvite(page: Page, owner: Person, memberId = ""): Promise<Invite> {
  const data = { clanMemberId: memberId };
  const made = await callAs<{ id: string; invite_token: string; verification_code: string }>(page, owner, "/invites", {
    data,
  });
  return { id: made.id, link: `/invite/${made.invite_token}`, code: made.verification_code };
}

/** Somebody new who is this player of the clan. */
export async function addLinked(page: Page, owner: Person, memberId = ""): Promise<Person> {
  const person = await addPerson(page, "Bram");
  const { link, code } = await addInvite(page, owner, memberId);
  const path = link.replace("/invite/", "/invites/");
  const { invite_session_token: inviteSessionToken } = await callAs<{ invite_session_token: string }>(
    page,
    person,
    `${path}/process`,
    { data: { verificationCode: code } },
  );
  await callAs(page, person, `${path}/link`, { data: { inviteSessionToken } });
  return person;
}

/** Six digits that are not these. */
export function otherCode(code: string): string {
  return code.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
}

/** Names of so many players, none like another. */
export function manyNames(count: number): string[] {
  const starts = ["Ash", "Bram", "Corvin", "Dara", "Eskil", "Fenna", "Gorm", "Hilde", "Ivar", "Jora"];
  const ends = ["Stormbow", "Ironfoot", "Quickwit", "of the Marsh", "Longtooth", "Ember"];
  return ends.flatMap((end) => starts.map((start) => `${start} ${end}`)).slice(0, count);
}
