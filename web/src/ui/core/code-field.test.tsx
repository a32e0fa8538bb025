import { render, screen } from "@testing-library/react";
import { userEvent } from "../../testing/user-event.ts";
import { type ComponentProps, useState } from "react";
import { expect, test } from "vitest";
import { CodeField } from "./field.tsx";

function Example(props: Partial<ComponentProps<typeof CodeField>>) {
  const [code, setCode] = useState("");
  return <CodeField {...props} value={code} onChange={({ currentTarget }) => setCode(currentTarget.value)} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>("Code");

test("takes six digits, and digits only", async () => {
  render(<Example />);
  await userEvent.type(field(), "1a2-3 4x56789");
  expect(field().value).toBe("123456");
});

test.each(["123 456", " 123456\n", "123-456", "Your code is 123456."])("takes a pasted %j", async (text) => {
  render(<Example />);
  await userEvent.click(field());
  await userEvent.paste(text);
  expect(field().value).toBe("123456");
});

test("takes another length where it is told to", async () => {
  render(<Example length={8} />);
  await userEvent.type(field(), "1234-5678 9");
  expect(field().value).toBe("12345678");
});

test("phones and browsers know what it is", () => {
  render(<Example />);
  expect(field().getAttribute("autocomplete")).toBe("one-time-code");
  expect(field().inputMode).toBe("numeric");
});
