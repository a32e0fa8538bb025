import { expect, test } from "vitest";
import { readField, readFlag, readList, readText } from "./read-answer.ts";

test("a field is found in either spelling, the snake one first", () => {
  expect(readField({ clan_id: "a" }, "clan_id")).toBe("a");
  expect(readField({ clanId: "b" }, "clan_id")).toBe("b");
  expect(readField({ clan_id: "a", clanId: "b" }, "clan_id")).toBe("a");
  expect(readField({ clan_id: null, clanId: "b" }, "clan_id")).toBe("b");
  expect(readField({ processedByUserId: "c" }, "processed_by_user_id")).toBe("c");
});

test("text is taken from the first field that has any; a number counts, an empty text does not", () => {
  expect(readText({ content: "", message: "Hello" }, "content", "message")).toBe("Hello");
  expect(readText({ id: 7 }, "id")).toBe("7");
  expect(readText({ id: {} }, "id")).toBeUndefined();
});

test("only true and false are flags", () => {
  expect(readFlag({ isActive: false }, "is_active")).toBe(false);
  expect(readFlag({ is_active: "no" }, "is_active")).toBeUndefined();
});

test.each([
  ["bare", [{ id: 1 }]],
  ["under items", { items: [{ id: 1 }] }],
  ["two deep", { data: { boards: [{ id: 1 }] } }],
])("a list is read %s", (_, answer) => {
  expect(readList(answer, "boards", "data.boards", "items")).toEqual([{ id: 1 }]);
});

test.each([[null], [undefined], ["text"], [{}], [{ items: {} }], [{ items: null }]])("%j holds no list", (answer) => {
  expect(readList(answer, "items")).toEqual([]);
});

test("something in a list that is no record becomes an empty one", () => {
  expect(readList([null, 3, { id: 1 }])).toEqual([{}, {}, { id: 1 }]);
});
