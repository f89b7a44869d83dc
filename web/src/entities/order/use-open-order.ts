import { useNavigate } from "@tanstack/react-router";

/** The way to an order's dialog, over the section as it stands. */
export function useOpenOrder(): (orderId: string) => void {
  const navigate = useNavigate();
  return (orderId) => void navigate({ to: ".", search: (search) => ({ ...search, orderId }), resetScroll: false });
}
