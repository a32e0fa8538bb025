import { expect, test } from "vitest";
import { topics } from "./events.ts";

test("a topic is the same however its id is written", () => {
  const id = "0B6E1C2A-9F00-4AAA-8BBB-CCCCCCCCCCCC";
  expect(topics.clan(id)).toBe("clan/0b6e1c2a-9f00-4aaa-8bbb-cccccccccccc");
  expect(topics.board(id)).toBe(topics.board(id.toLowerCase()));
});
