/** The views that draw: fetched together, as they share most of what they draw with. */
export { CalendarView } from "./calendar-view.tsx";
export { ComplianceView } from "./compliance-view.tsx";
export { TrendsView } from "./trends-view.tsx";
