import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import { type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { call, createClan, type Person, signUp } from "./people.ts";

const crowd = 200;

interface Setup {
  ground: Ground;
  addresses: string[];
  owner: Person;
  clanId: string;
}

interface Sent {
  id: string;
  invite_token: string;
  verification_code: string;
}

export const invitedCrowd: Drill = {
  id: "F10",
  what: "a player is invited 200 times at once, 200 people open one invite at once, and answers get lost",
  rounds: { few: 2, many: 10 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const [one, other] = await Promise.all([ground.startInstance(), ground.startInstance()]);
      const addresses = [one.line, other.line];
      const people = await signUpMany(addresses, crowd);
      let [written, open, linked, late, memberLinks, forgotten, lost] = [0, 0, 0, 0, 0, 0, 0];
      for (let round = 0; round < rounds; round++) {
        const owner = await signUp(one.line);
        const setup = { ground, addresses, owner, clanId: await createClan(one.line, owner) };
        const invites = await inviteManyTimes(setup);
        written = Math.max(written, invites.written);
        open = Math.max(open, invites.open);
        const links = await linkManyPeople(setup, invites.sent, people);
        linked = Math.max(linked, links.linked);
        late += links.late;
        memberLinks = Math.max(memberLinks, links.memberLinks);
        forgotten += links.forgotten;
        lost += await countRepeatedInvites(setup);
      }
      return [
        exactly("most creates of an invite that succeeded at once", written, 1),
        exactly("most open invites of one player", open, 1),
        exactly("most links of one invite that succeeded", linked, 1),
        exactly("links that were refused as used already", late, rounds * (crowd - 1)),
        exactly("most times a player was tied to an account", memberLinks, 1),
        exactly("people who were linked and refused when they asked again", forgotten, 0),
        exactly("invites written twice after a lost answer", lost, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

async function signUpMany(addresses: string[], count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    people.push(...(await Promise.all([...addresses, ...addresses].map((address) => signUp(address)))));
  }
  return people.slice(0, count);
}

async function addPlayer({ addresses, owner, clanId }: Setup): Promise<string> {
  const name = `Player ${crypto.randomUUID()}`;
  const [address = ""] = addresses;
  return (await call<{ id: string }>(address, owner, "POST", `/api/clans/${clanId}/members`, { name })).id;
}

async function inviteManyTimes(setup: Setup) {
  const { ground, addresses, owner, clanId } = setup;
  const body = { clanMemberId: await addPlayer(setup) };
  const answers = await Promise.all(
    Array.from({ length: crowd }, (_, index) =>
      ask<Sent>(addresses[index % 2] ?? "", "POST", "/api/invites", { token: owner.token, body }),
    ),
  );
  const taken = answers.filter(({ status }) => status === 200);
  const [sent] = taken;
  if (!sent) throw new Error(`no invite was written: ${answers[0]?.status}`);
  const open = await ground.query(
    "select id from invites where clan_id = $1 and not is_processed and cancelled_at is null",
    [clanId],
  );
  return { written: taken.length, open: open.length, sent: sent.answer };
}

/** Everybody has shown the right code before anybody is linked. Who was linked did not hear of it and asks again, at the other instance. */
async function linkManyPeople({ ground, addresses, clanId }: Setup, sent: Sent, people: Person[]) {
  const invite = `/api/invites/${sent.invite_token}`;
  const keys: string[] = [];
  for (const [index] of people.entries()) {
    const body = { verificationCode: sent.verification_code };
    const address = addresses[index % 2] ?? "";
    const { answer } = await ask<{ invite_session_token: string }>(address, "POST", `${invite}/process`, { body });
    keys.push(answer.invite_session_token);
  }
  const link = (index: number, address = "") => {
    const body = { inviteSessionToken: keys[index] };
    return ask(address, "POST", `${invite}/link`, { token: people[index]?.token ?? "", body });
  };
  const answers = await Promise.all(people.map((_, index) => link(index, addresses[index % 2])));
  const first = answers.findIndex(({ status }) => status === 200);
  const again = await link(first, addresses[(first + 1) % 2]);
  const memberLinks = await ground.query("select id from clan_audit where clan_id = $1 and action = 'member.link'", [
    clanId,
  ]);
  return {
    linked: answers.filter(({ status }) => status === 200).length,
    late: answers.filter(({ status }) => status === 409).length,
    memberLinks: memberLinks.length,
    forgotten: again.status === 200 ? 0 : 1,
  };
}

/** Answers get lost at any moment of the work; the client asks the other instance, with the key of its first try. */
async function countRepeatedInvites(setup: Setup): Promise<number> {
  const { ground, addresses, owner } = setup;
  let repeated = 0;
  for (let index = 0; index < 20; index++) {
    const clanMemberId = await addPlayer(setup);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const input = { token: owner.token, body: { clanMemberId, replace: true }, headers };
    const lost = new AbortController();
    const first = ask(addresses[0] ?? "", "POST", "/api/invites", { ...input, signal: lost.signal });
    await pause(index);
    lost.abort();
    await first;
    let status = 0;
    while (status !== 200) ({ status } = await ask(addresses[1] ?? "", "POST", "/api/invites", input));
    const rows = await ground.query("select id from invites where clan_member_id = $1", [clanMemberId]);
    repeated += rows.length - 1;
  }
  return repeated;
}
