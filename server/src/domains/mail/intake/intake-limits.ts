/** Mails that one sender may bring one store within `senderMinutes`; more are kept in the log as `loop_stopped`. */
export const mailsPerSender = 100;
export const senderMinutes = 10;
/** Mails that customers may add to one ticket within `ticketMinutes`. */
export const mailsPerTicket = 20;
export const ticketMinutes = 10;
/** Automatic replies kept on one ticket within `automaticMinutes`. */
export const automaticPerTicket = 10;
export const automaticMinutes = 60;
/** A mail that passed so many servers goes in circles (RFC 5321, section 6.3, asks for at least 100 to be allowed). */
export const maxHops = 100;
/** A mail is given up after so many attempts, those that a kill broke off included. */
export const maxAttempts = 10;
/** The text of a ticket's description; the message keeps the whole. */
export const descriptionLength = 10_000;
/** Somebody else's Message-ID is proof of knowing the conversation only when its part before the @ cannot be guessed. */
export const unguessableIdLength = 16;
/** 25 MB of decoded parts are 34 MB in base64, and some text. */
export const maxWireBytes = 36 * 1024 * 1024;
/** Mail that waits longer than this has lost its job and gets a new one. */
export const forgottenAfterMinutes = 15;
/** The envelope's sender in the log where a webhook does not tell it; the empty string is the null path of bounces. */
export const unknownSender = "unknown";
