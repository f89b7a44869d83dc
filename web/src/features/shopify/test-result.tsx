import type { StoreTestResult } from "@deskhand/contract/shopify";
import { Banner } from "../../ui/banner.tsx";

interface TestResultProps {
  /** Absent until a test succeeded. */
  result: StoreTestResult | undefined;
  /** Why a test failed, in words. */
  error: string | null;
}

/** What a test of the connection found. */
export function TestResult({ result, error }: TestResultProps) {
  if (error !== null) {
    return (
      <Banner kind="error" title="Connection Failed">
        {error}
      </Banner>
    );
  }
  if (result === undefined) return null;
  const { shopName, customers, orders } = result;
  const number = (count: number) => count.toLocaleString("en-US");
  return (
    <Banner kind="success" title="Connection Successful!">
      <p>
        <bdi className="font-medium">{shopName}</bdi>
      </p>
      <p>
        Found {number(customers)} customers and {number(orders)} orders
      </p>
    </Banner>
  );
}
