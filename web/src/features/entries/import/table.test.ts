import { expect, test } from "vitest";
import { donations, warHit } from "../../../testing/fake-days.ts";
import { readTable, tableProblem } from "./table.ts";

const read = (content: string) => readTable(content, "a.csv", [donations, warHit], "2026-03-03");

test("a line for each value is a long file", () => {
  const table = read("Date;Player;Activity;Value\n3.4.2026;Kara;Donations;12,5\n25.4.2026;Bram;War hit;1");
  expect(table).toMatchObject({
    format: "long",
    mapping: { date: 0, player: 1, activity: 2, value: 3, activities: [], day: null, decimal: ",", date_order: "dmy" },
  });
  expect(tableProblem(table)).toBeNull();
});

test("a column for each activity is a wide file, of the open day when it names none", () => {
  const table = read("Name,donations,Rank,WAR HIT\nKara,1.5,4,yes");
  expect(table).toMatchObject({
    format: "wide",
    mapping: {
      date: null,
      player: 0,
      activities: [
        { column: 1, activity_id: donations.id },
        { column: 3, activity_id: warHit.id },
      ],
      day: "2026-03-03",
      decimal: ".",
      date_order: "ymd",
    },
  });
});

test("how numbers are written is read from columns too that are no activity by name", () => {
  expect(read("Name;Ingots\nKara;1,5\nBram;0,25").mapping.decimal).toBe(",");
  expect(read("Activity,Value,Whose\nDonations,1.5,Kara").mapping.player).toBe(2);
});

test("a date with a second number above twelve has the month first", () => {
  expect(read("Date,Player,Activity,Value\n3/25/2026,Kara,Donations,1").mapping.date_order).toBe("mdy");
});

test("a file that nothing can be read from says what is missing", () => {
  expect(tableProblem(read("Name,Rank\nKara,1"))).toBe("Choose the columns that are activities.");
  expect(tableProblem(read("Name,Donations"))).toBe("This file has a header and nothing below it.");
});
