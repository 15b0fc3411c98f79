import { describe, expect, it } from 'vitest';
import { clientIdOf, issuePassword, open, personOf, userNameOf } from '../../../server/broker/credentials.ts';
import { MQTT_PASSWORD_TTL_MS } from '../../../contract/rules/limits.ts';
import { mayTalk } from '../../../contract/wire/topics.ts';

const NOW = 1_763_718_000_000;
const clientId = clientIdOf('u1', 'W1.2-x', 'tab', true);
const password = issuePassword({ userId: 'u1', sessionId: 's1', clientId, language: 'enUS' }, 'secret', NOW);
const name = userNameOf('u1', 's1');

describe("a person's MQTT password", () => {
  it('opens the connection it was made for', () =>
    expect(open(password, name, clientId, 'secret', NOW)).toMatchObject({
      userId: 'u1',
      sessionId: 's1',
      language: 'enUS',
    }));
  it('opens nothing after its time', () =>
    expect(open(password, name, clientId, 'secret', NOW + MQTT_PASSWORD_TTL_MS + 1)).toBeNull());
  it('opens nothing for another client, another name or another installation', () => {
    expect(open(password, name, clientIdOf('u1', 'W2', 'tab', true), 'secret', NOW)).toBeNull();
    expect(open(password, userNameOf('u2', 's1'), clientId, 'secret', NOW)).toBeNull();
    expect(open(password, name, clientId, 'other', NOW)).toBeNull();
  });
  it.each(['', '.', 'x', `${password}x`, `x${password}`, password.split('.')[0] ?? ''])(
    'a forged one opens nothing: %s',
    (forged) => expect(open(forged, name, clientId, 'secret', NOW)).toBeNull(),
  );
});

describe('user name and client id', () => {
  it('say together who it is and for which robot', () =>
    expect(personOf(name, clientId)).toMatchObject({ userId: 'u1', sessionId: 's1', serialNumber: 'W1.2-x' }));
  it('say nothing when they do not belong together', () => {
    expect(personOf(userNameOf('u2', 's'), clientId)).toBeNull();
    expect(personOf('robot', clientId)).toBeNull();
    expect(personOf(name, 'u1')).toBeNull();
    expect(personOf(name, 'u1~x')).toBeNull();
  });
  it('a tab cannot name itself into the right to talk', () => {
    expect(mayTalk(clientIdOf('u1', 'W1', 'tab-t', false))).toBe(false);
    expect(mayTalk(clientIdOf('u1', 'W1', 'tab', true))).toBe(true);
  });
});
