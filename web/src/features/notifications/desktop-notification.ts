export type DesktopPermission = NotificationPermission | "unsupported";

/** Whether the browser lets this site show desktop notifications. */
export function desktopPermission(): DesktopPermission {
  return "Notification" in globalThis && isSecureContext ? Notification.permission : "unsupported";
}

/** Asks for the permission, unless the user has decided already. */
export async function askForDesktop(): Promise<DesktopPermission> {
  return desktopPermission() === "default" ? Notification.requestPermission() : desktopPermission();
}

interface DesktopNotification {
  /** A notification with the same id is replaced. */
  id: string;
  title: string;
  message: string | undefined;
  onChoose: () => void;
}

/** Shows a desktop notification, if permitted. */
export function raiseDesktop({ id, title, message, onChoose }: DesktopNotification): void {
  if (desktopPermission() !== "granted") return;
  try {
    const raised = new Notification(title, { tag: `deskhand-${id}`, ...(message !== undefined && { body: message }) });
    raised.onclick = () => {
      raised.close();
      window.focus();
      onChoose();
    };
  } catch {
    // Chrome on Android leaves these notifications to service workers; the toast in the page remains.
  }
}
