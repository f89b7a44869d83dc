export { addAttachment, type NewAttachment } from "./add-attachment.ts";
export { addCustomerMessage, type CustomerMessage } from "./add-customer-message.ts";
export { saveStatusNote } from "./add-note.ts";
export { type Delivery, recordDelivery, setMailMessageId } from "./record-delivery.ts";
export { retryDelivery } from "./retry-delivery.ts";
export { sendReply } from "./send-reply.ts";
