import { expect, test } from "vitest";
import {
  canInClan,
  canManageRow,
  type ClanAction,
  clanRoles,
  type ClanToggle,
  type ClanToggles,
  defaultToggles,
  isReading,
  rolesAllowed,
} from "./permissions.ts";

const clanActions = Object.keys(rolesAllowed) as ClanAction[];
const toggleNames = Object.keys(defaultToggles) as ClanToggle[];

/** What each role may do, in the words of the product's table: yes, no, or the owner's switch that decides. */
const table = `
  action              owner  maintainer               member
  clan.view           yes    yes                      yes
  values.view         yes    yes                      members_see_values
  entry.write         yes    yes                      members_enter_own
  entry.write_locked  yes    maintainers_edit_locked  no
  clan.manage         yes    yes                      no
  member.manage       yes    yes                      no
  member.change_role  yes    no                       no
  invite.manage       yes    maintainers_invite       no
  join.manage         yes    maintainers_invite       no
  join.decide         yes    maintainers_approve_joins no
  settings.view       yes    yes                      no
  settings.manage     yes    no                       no
  clan.own            yes    no                       no
  request.make        yes    yes                      yes
  request.decide      yes    yes                      no
  decision.make       yes    yes                      no
  attention.view      yes    yes                      no
`;

function everyToggles(): ClanToggles[] {
  return toggleNames.reduce<ClanToggles[]>(
    (all, name) => all.flatMap((toggles) => [toggles, { ...toggles, [name]: !toggles[name] }]),
    [defaultToggles],
  );
}

/** The table as the code has it: a cell that follows one switch in every setting of all switches carries its name. */
function toTable(): string[][] {
  const all = everyToggles();
  return clanActions.map((action) => [
    action,
    ...clanRoles.map((role) => {
      const answers = all.map((toggles) => canInClan(role, action, toggles));
      if (answers.every(Boolean)) return "yes";
      if (!answers.some(Boolean)) return "no";
      return toggleNames.find((name) => all.every((toggles, n) => toggles[name] === answers[n])) ?? "mixed";
    }),
  ]);
}

test("roles, actions and switches decide as the product's table says", () => {
  const [head, ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  expect(head?.slice(1)).toEqual([...clanRoles]);
  expect(toTable()).toEqual(rows);
});

test("until the owner decides, members see values, maintainers let people in, and nothing else is switched on", () => {
  expect(toggleNames.filter((name) => defaultToggles[name])).toEqual([
    "members_see_values",
    "maintainers_approve_joins",
  ]);
  expect(canInClan("member", "values.view")).toBe(true);
  expect(canInClan("maintainer", "invite.manage")).toBe(false);
});

test("somebody without a role may do nothing, whatever is switched on", () => {
  for (const action of clanActions) {
    for (const toggles of everyToggles()) expect(canInClan(null, action, toggles)).toBe(false);
  }
});

test("an archived clan can be read, and ended or opened again by its owner", () => {
  expect(clanActions.filter(isReading)).toEqual(["clan.view", "values.view", "settings.view", "clan.own"]);
});

test.each([
  ["owner", "owner", false],
  ["owner", "maintainer", true],
  ["owner", "member", true],
  ["maintainer", "owner", false],
  ["maintainer", "maintainer", false],
  ["maintainer", "member", true],
  ["member", "owner", false],
  ["member", "maintainer", false],
  ["member", "member", false],
] as const)("a %s manages the row of a %s: %s", (role, row, answer) => {
  expect(canManageRow(role, row)).toBe(answer);
});
