const methodNames: Record<string, string> = {
  password: "Password",
  email: "E-mail",
  phone: "Phone",
  totp: "Authenticator app",
  recovery_code: "Recovery codes",
  otp: "Code by mail",
  "email/signup": "Address confirmed",
  email_change: "New address confirmed",
  invite: "Invitation",
  magiclink: "Link by mail",
  recovery: "Password reset",
  oauth: "Other service",
  "mfa/totp": "Authenticator app",
  "mfa/phone": "Code by text message",
  "mfa/recovery_code": "Recovery code",
  "mfa/webauthn": "Security key",
  webauthn: "Security key",
  passkey: "Passkey",
  anonymous: "Without an account",
};

/** How somebody signs in or proves it is them; one nobody gave a name, such as another service, stands for itself. */
export function methodLabel(method: string): string {
  return methodNames[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
}
