/** Where the installation has not said otherwise. */
export const passwordMin = 10;
const passwordMax = 128;
const displayNameMax = 60;

/** Composed letters and no outer spaces, as the name is stored. */
export function toDisplayName(text: string): string {
  return text.normalize("NFC").trim();
}

export function displayNameProblem(text: string): string | null {
  const name = toDisplayName(text);
  if (name === "") return "Tell us what to call you.";
  if (Array.from(name).length > displayNameMax) return `Keep your name to ${displayNameMax} characters or fewer.`;
  return /\p{Cc}/u.test(name) ? "Your name contains characters that cannot be shown." : null;
}

export function emailProblem(text: string): string | null {
  const email = text.trim();
  if (email === "") return "Enter your e-mail address.";
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) && email.length <= 254
    ? null
    : "This does not look like an e-mail address. Example: name@example.com";
}

/** At login every password may be right: only an empty one certainly is not. */
export function passwordProblem(password: string): string | null {
  return password === "" ? "Enter your password." : null;
}

export function newPasswordProblem(password: string, min = passwordMin): string | null {
  const length = Array.from(password).length;
  if (length === 0) return "Choose a password.";
  if (length < min) return `Use at least ${min} characters.`;
  return length > passwordMax ? `Use at most ${passwordMax} characters.` : null;
}

export function termsProblem(tick: string): string | null {
  return tick === "" ? "Please agree to the terms to create an account." : null;
}
