/** An in-memory Storage, and one to which the browser denies access. */
export function memoryStorage(kept: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(kept));
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

/** A page's cookies: writing one keeps the others. */
export function memoryCookies(): { read(): string; write(cookie: string): void; written: string[] } {
  const values = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    read: () => [...values].map(([name, value]) => `${name}=${value}`).join('; '),
    write(cookie) {
      written.push(cookie);
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      values.set(name, value);
    },
  };
}
