/**
 * @returns the result of `work`
 * @throws `late()` when `work` takes longer than `ms`; a later result is ignored
 */
export async function withTimeout<Value>(work: Promise<Value>, ms: number, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(late()), ms)));
  return Promise.race([work, overdue]).finally(() => clearTimeout(timer));
}
