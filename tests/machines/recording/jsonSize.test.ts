import { describe, expect, it } from 'vitest';
import { createJsonSize } from '../../../src/machines/recording/jsonSize.ts';

describe('the weight of a value', () => {
  it.each([
    [{ at: 1_780_000_000_000, actor: 7, from: null, event: { type: 'pointer.move', at: [1.25, 2.5] } }],
    [
      Array.from({ length: 5_000 }, (_, i) => ({
        areaId: `point-${i}`,
        worldX: i / 100,
        worldY: 2.345,
        name: { '~': 'string', length: 12 },
        isNew: false,
      })),
    ],
    [{ words: '你好'.repeat(200), deep: { er: { still: [[], {}, null, true] } } }],
  ])('is about that of its JSON', (value) => {
    const [weight, length] = [createJsonSize()(value), JSON.stringify(value).length];
    expect(weight / length).toBeGreaterThan(0.6);
    expect(weight / length).toBeLessThan(1.5);
  });

  it('of a long list is found once', () => {
    const read: string[] = [];
    const spied = new Proxy({ x: 1 }, { ownKeys: (target) => (read.push('x'), Reflect.ownKeys(target)) });
    const list = [...Array.from({ length: 30 }, () => 0), spied];
    const weigh = createJsonSize();
    expect(weigh({ a: list, b: list })).toBe(weigh({ a: list, b: list }));
    expect(read).toHaveLength(1);
  });
});
