import { expect, test } from "vitest";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

test("an absence whose last day is today is not over yet", async () => {
  const { url, member } = await openEntries(world);
  const absence = { kind: "away", from: daysAgo(0), to: daysAgo(0) };
  const { id } = (await member.send("POST", `${url}/requests`, absence)).json();
  expect((await member.send("DELETE", `${url}/requests/${id}`)).json()).toMatchObject({ state: "withdrawn" });
});

test("absences of an officer are for the owner to decide", async () => {
  const { url, owner, clan } = await openEntries(world);
  const [officer, colleague] = [await world.memberOf(clan, "maintainer"), await world.memberOf(clan, "maintainer")];
  const absence = { kind: "away", from: daysAgo(3), to: daysAgo(2) };
  const asked = (await colleague.send("POST", `${url}/requests`, absence)).json();
  expect(asked).toMatchObject({ state: "open" });
  const path = `${url}/requests/${asked.id}`;
  const reason = { reason: "You were seen online" };
  expect((await officer.send("POST", `${path}/accept`)).statusCode).toBe(403);
  expect((await officer.send("POST", `${path}/decline`, reason)).statusCode).toBe(403);
  expect((await owner.send("POST", `${path}/decline`, reason)).json()).toMatchObject({ state: "declined" });
});
