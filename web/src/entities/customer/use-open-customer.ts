import { useNavigate } from "@tanstack/react-router";

/** The way to a customer's dialog, over the section as it stands. */
export function useOpenCustomer(): (customerId: string) => void {
  const navigate = useNavigate();
  return (customerId) =>
    void navigate({ to: ".", search: (search) => ({ ...search, customerId }), resetScroll: false });
}
