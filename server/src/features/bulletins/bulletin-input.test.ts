import { bulletinContentMax } from "@clanhall/contract/bulletin-html";
import { beforeAll, expect, test } from "vitest";
import { inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { sharedApp, sharedWorkers } from "../../testing/test-app.ts";

const world = await sharedApp();
let scene: Awaited<ReturnType<typeof openBulletins>>;
beforeAll(async () => {
  scene = await openBulletins(world);
});

const tomorrow = inMinutes(24 * 60).toISOString();
const yesterday = inMinutes(-24 * 60).toISOString();

test.each([
  ["an empty title", { title: "  " }, "title"],
  ["a title of zero-width characters alone", { title: "\u200b\u200d\ufeff" }, "title"],
  ["a title that turns around", { title: "Raid \u202eat eight" }, "title"],
  ["a title with a zero byte", { title: "Raid\0" }, "title"],
  ["a title of 121 characters", { title: "x".repeat(121) }, "title"],
  ["a title that is a number", { title: 8 }, "title"],
  ["content that is no text", { content: ["x"] }, "content"],
  ["content of which nothing is left", { content: "<script>alert(1)</script>" }, "content"],
  ["content that cannot be seen", { content: "<p>\u200b</p>" }, "content"],
  ["too long a message", { content: "x".repeat(bulletinContentMax + 1) }, "content"],
  ["a message that grows too long when it is cleaned", { content: "&".repeat(5_000) }, "content"],
  ["another format", { content_format: "markdown" }, "content_format"],
  ["another audience", { audience: "owners" }, "audience"],
  ["a pin that is no yes or no", { pinned: "yes" }, "pinned"],
  ["a date without a time", { publish_at: "2026-01-01" }, "publish_at"],
  ["a date that does not exist", { publish_at: "2026-02-30T10:00:00Z" }, "publish_at"],
  ["a publication after all time", { publish_at: "9999-12-31T23:59:59-12:00" }, "publish_at"],
  ["an expiry that has passed", { expires_at: yesterday }, "expires_at"],
  ["an expiry of a draft that has passed", { publish_at: null, expires_at: yesterday }, "expires_at"],
  ["an expiry in the year 0", { expires_at: "0000-01-01T00:00:00Z" }, "expires_at"],
  ["an expiry before the publication", { publish_at: tomorrow, expires_at: inMinutes(5).toISOString() }, "expires_at"],
  ["an expiry at the publication", { publish_at: tomorrow, expires_at: tomorrow }, "expires_at"],
  ["a field that does not exist", { state: "live" }, "state"],
  ["a clan in the body", { clan_id: crypto.randomUUID() }, "clan_id"],
])("%s is refused, and the answer names the field", async (_, draft, path) => {
  for (const answer of [await scene.create(draft), await patchNew(draft)]) {
    expect([answer.statusCode, answer.json().details], answer.payload).toEqual([
      400,
      [expect.objectContaining({ path, message: expect.any(String) })],
    ]);
  }
});

async function patchNew(change: object) {
  const { id } = await scene.make({ publish_at: null });
  return scene.patch(id, change);
}

test.each([
  [{ expires_at: yesterday }, "This moment has passed."],
  [
    { publish_at: tomorrow, expires_at: inMinutes(5).toISOString() },
    "A bulletin cannot expire before it is published.",
  ],
  [{ content: "<style>x</style>" }, "Nothing is left of this message once what cannot be stored is taken away."],
  [{ content: "x".repeat(bulletinContentMax + 1) }, "The message may have at most 20000 characters."],
])("the refusal of %j is in plain words", async (draft, message) => {
  expect((await scene.create(draft)).json().details[0].message).toBe(message);
});

test("a bulletin needs a title", async () => {
  const answer = await scene.maintainer.send("POST", scene.url, { content: "<p>Hi</p>" });
  expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, "title"]);
});

test("a message has as many characters as people count, and may be empty", async () => {
  const full = "ß".repeat(bulletinContentMax);
  expect((await scene.make({ content: full })).content).toBe(full);
  for (const content of ["", "<p></p>", undefined]) {
    expect((await scene.make({ ...(content !== undefined && { content }) })).content).toBe("");
  }
});

test("a body of a megabyte is not read", async () => {
  const answer = await scene.create({ content: "x".repeat(1024 * 1024) });
  expect(answer.statusCode).toBe(413);
  const preview = await scene.maintainer.send("POST", `${scene.url}/preview`, { content: "x".repeat(70_000) });
  expect(preview.statusCode).toBe(413);
});

test("a moment that has passed publishes now, and the answer says so", async () => {
  const posted = await scene.make({ publish_at: yesterday });
  expect(posted).toMatchObject({ state: "live", publish_at: posted.created_at, posted_at: posted.created_at });
});

test("moments come in any time zone and go out in UTC", async () => {
  const posted = await scene.make({ publish_at: "2098-06-01T12:00:00+02:00", expires_at: "2098-06-01T12:00:00-05:00" });
  expect(posted).toMatchObject({
    state: "scheduled",
    publish_at: "2098-06-01T10:00:00.000Z",
    expires_at: "2098-06-01T17:00:00.000Z",
  });
});

test("M3: a message is refused by its length before it is cleaned", async () => {
  const workers = sharedWorkers();
  const before = workers.read().started;
  const content = "<b>".repeat(bulletinContentMax);
  const preview = await scene.maintainer.send("POST", `${scene.url}/preview`, { content });
  expect(preview.statusCode).toBe(400);
  expect(preview.json()).toMatchObject({ details: [{ path: "content" }] });
  expect(workers.read().started).toBe(before);
});
