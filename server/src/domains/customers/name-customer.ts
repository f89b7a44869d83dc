/** How the audit log names a customer, as "Jane Doe <jane@example.com>". An erasure takes it out again. */
export function nameCustomer({ name, email }: { name: string | null; email: string | null }): string {
  return [name, email && `<${email}>`].filter(Boolean).join(" ");
}
