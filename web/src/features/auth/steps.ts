export { AskForLink } from "./ask-for-link.tsx";
export { CheckMail } from "./check-mail.tsx";
export { ProviderNotice } from "../../ui/provider-notice.tsx";
export { ResendConfirmation } from "./resend-confirmation.tsx";
export { ReturnProblem } from "./return-problem.tsx";
export { SecondFactorStep } from "./second-factor.tsx";
