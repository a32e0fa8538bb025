/** The views that draw: fetched together, as they share most of what they draw with. */
export { CalendarView } from "./calendar.tsx";
export { ComplianceView } from "./compliance.tsx";
export { TrendsView } from "./trends.tsx";
