export { importNotifications } from "./import-notifications.ts";
export { notifyOfExport } from "./notify-people.ts";
