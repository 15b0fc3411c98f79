/** What pages keep of their last use, and what becomes of a choice that cannot be read. */
import { describe, expect, it } from 'vitest';
import { deliveryChoicesIn, videoWallIn } from '../../src/services/pageChoices.ts';
import { createStorage, OWN_KEYS } from '../../src/services/storage.ts';
import { memoryCookies, memoryStorage } from '../fakes/memoryStorage.ts';

function start() {
  const local = memoryStorage();
  const session = memoryStorage();
  const kept = createStorage({ local: () => local, session: () => session, cookies: memoryCookies(), languages: [] });
  return { local, choices: deliveryChoicesIn(kept), walls: videoWallIn(kept) };
}

describe('the last delivery of a site', () => {
  it('is kept for twenty sites, the latest last', () => {
    const { choices } = start();
    expect(choices.of('site-0')).toBeNull();
    for (let i = 0; i <= 20; i += 1) choices.keep(`site-${i}`, { from: `p-${i}`, size: 'small' });
    expect(choices.of('site-0')).toBeNull();
    expect(choices.of('site-1')).toEqual({ from: 'p-1', size: 'small' });
    expect(choices.of('site-20')).toEqual({ from: 'p-20', size: 'small' });
  });
  it.each(['no json', '{"site-1":{"from":1}}'])('is none if what is stored is %s', (text) => {
    const { local, choices } = start();
    local.setItem(OWN_KEYS.deliveryChoices, text);
    expect(choices.of('site-1')).toBeNull();
  });
});

describe('the last video wall', () => {
  it("is the account's own", () => {
    const { local, walls } = start();
    expect(walls.of('u1')).toBeNull();
    walls.keep('u1', { columns: 2 });
    expect(walls.of('u1')).toEqual({ columns: 2 });
    expect(walls.of('u2')).toBeNull();
    local.setItem(OWN_KEYS.videoWall, 'no json');
    expect(walls.of('u1')).toBeNull();
  });
});
