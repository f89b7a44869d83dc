export { importNotifications, notifyOfExport } from "./notify-people.ts";
