import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

const wrongForm = "This does not have the right form.";

/** What a value has to be, where a schema says nothing itself: the library's own words are for programmers. */
const kinds: Record<string, string> = {
  string: "Enter a text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Choose yes or no: true or false.",
  array: "Send a list.",
  tuple: "Send a list.",
  object: "Send an object with fields.",
  record: "Send an object with fields.",
  date: "Enter a date.",
  null: "Leave this empty.",
};

const formats: Record<string, string> = {
  email: "Enter an e-mail address such as kara@clan.example.",
  url: "Enter a web address such as https://clan.example.",
  uuid: "This is not an id.",
  guid: "This is not an id.",
  date: "Enter a date as YYYY-MM-DD.",
  datetime: "Enter a time such as 2026-03-04T18:30:00Z.",
  time: "Enter a time such as 18:30.",
  base64: "Send the file as base64.",
  base64url: "Send the file as base64.",
};

/** A sentence for the person who filled the field in. Schemas that have a better one of their own keep it. */
export function fieldMessage(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "Fill this in." : (kinds[issue.expected] ?? wrongForm);
    case "invalid_format":
      return formats[issue.format] ?? wrongForm;
    case "too_small":
      return tooSmall(issue.origin, issue.minimum, issue.inclusive !== false);
    case "too_big":
      return tooBig(issue.origin, issue.maximum, issue.inclusive !== false);
    case "not_multiple_of":
      return `Enter a multiple of ${issue.divisor}.`;
    case "invalid_value":
      return issue.values.length === 1 ? `This has to be ${show(issue.values[0])}.` : oneOf(issue.values);
    case "unrecognized_keys":
      return `“${issue.keys[0]?.slice(0, 60)}” is not a field of this request.`;
    case "invalid_union":
      return Array.isArray(issue["options"]) ? oneOf(issue["options"]) : ofBranches(issue.errors);
    default:
      return wrongForm;
  }
}

function tooSmall(origin: string, minimum: number | bigint | Date, isIncluded: boolean): string {
  if (origin === "string") return minimum === 1 ? "Fill this in." : `Enter at least ${String(minimum)} characters.`;
  if (origin === "array" || origin === "set") {
    return minimum === 1 ? "Choose at least one." : `Choose at least ${String(minimum)}.`;
  }
  return `Enter a number of ${isIncluded ? "at least" : "more than"} ${String(minimum)}.`;
}

function tooBig(origin: string, maximum: number | bigint | Date, isIncluded: boolean): string {
  if (origin === "string") return `Enter at most ${maximum === 1 ? "one character" : `${String(maximum)} characters`}.`;
  if (origin === "array" || origin === "set") return `Choose at most ${String(maximum)}.`;
  return `Enter a number of ${isIncluded ? "at most" : "less than"} ${String(maximum)}.`;
}

const show = (value: unknown) => `“${String(value)}”`;

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 12).map(String).join(", ");
  return `Choose one of: ${shown}${values.length > 12 ? ", …" : ""}.`;
}

/** Of a choice between kinds, what the kind that was meant has against the value. */
function ofBranches(branches: readonly z.core.$ZodIssue[][]): string {
  const meant = branches.find(([first]) => first && (first.code !== "invalid_type" || first.path.length > 0));
  return meant?.[0]?.message ?? wrongForm;
}
