export { addAttachments, type NewAttachment } from "./add-attachments.ts";
export { addCustomerMessage } from "./add-customer-message.ts";
export { saveStatusNote } from "./add-note.ts";
export { deleteFilesOfTicket } from "./delete-files-of-ticket.ts";
export { type ImportedMessage, importMessages } from "./import-messages.ts";
export { recordDelivery, setMailMessageId } from "./record-delivery.ts";
export { retryDelivery } from "./retry-delivery.ts";
export { sendReply } from "./send-reply.ts";
