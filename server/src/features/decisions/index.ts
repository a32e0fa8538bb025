export { loadAttention, loadRecentDays, type RecentDays } from "./attention.ts";
export { eraseUser, findGivenWarning } from "./queries.ts";
export { makeRequest } from "./requests.ts";
export { countOpenRequests, findOpenRequest } from "./requests.queries.ts";
export { loadActiveWarnings, loadWarningsOf } from "./warnings.ts";
export { deleteOldPictures, loadUnreadAnswers } from "./answers.ts";
