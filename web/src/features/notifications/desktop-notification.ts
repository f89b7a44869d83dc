export type DesktopPermission = NotificationPermission | "unsupported";

/** Whether the browser lets this site raise notifications of the operating system. */
export function desktopPermission(): DesktopPermission {
  return "Notification" in globalThis && isSecureContext ? Notification.permission : "unsupported";
}

/** Has the browser ask its user, who may have answered already. */
export async function askForDesktop(): Promise<DesktopPermission> {
  return desktopPermission() === "default" ? Notification.requestPermission() : desktopPermission();
}

interface DesktopNotification {
  /** One with the same id takes its place. */
  id: string;
  title: string;
  message: string | undefined;
  onChoose: () => void;
}

/** Raises a notification of the operating system, where that is allowed. */
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
    // Chrome on Android has the class but leaves these notifications to service workers; the toast waits in the page.
  }
}
