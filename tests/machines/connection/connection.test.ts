import { describe, expect, it } from 'vitest';
import { FEED_LOST_MS } from '../../../contract/rules/limits.ts';
import { ACCOUNT_KEY } from '../../../src/machines/app/events.ts';
import { ASK_EVERY_MS, CALL_SLOW_MS, FEED_SLOW_MS } from '../../../src/machines/connection/connection.machine.ts';
import {
  selectBrokerLink,
  selectClientId,
  selectCloudLink,
  selectHasNetwork,
  selectIsFeedLost,
  selectIsLinkOpen,
  selectLink,
} from '../../../src/machines/connection/connection.selectors.ts';
import { TERMS } from '../../fakes/fakeLink.ts';
import { settle } from '../../fakes/settle.ts';
import { startConnection } from '../../fakes/startConnection.ts';

type Started = ReturnType<typeof startConnection>;
const words = ({ actor }: Started) =>
  `${selectCloudLink(actor.getSnapshot())} ${selectBrokerLink(actor.getSnapshot())}`;

describe('the keys', () => {
  it('has the account from the start, and a robot only while somebody holds it', () => {
    const { actor, broker } = startConnection();
    expect(broker.live()).toEqual([ACCOUNT_KEY]);
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    expect(broker.live()).toEqual([ACCOUNT_KEY, 'SN']);
    actor.send({ type: 'mqttLink.release', key: 'SN' });
    expect(broker.live()).toEqual([ACCOUNT_KEY]);
    expect(selectLink('SN')(actor.getSnapshot())).toBeNull();
  });

  it('opens one connection for two holders and closes it with the last', () => {
    const { actor, broker } = startConnection();
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    expect(broker.opens).toBe(2);
    actor.send({ type: 'mqttLink.release', key: 'SN' });
    expect(broker.live()).toContain('SN');
    actor.send({ type: 'mqttLink.release', key: 'SN' });
    expect(broker.live()).not.toContain('SN');
  });

  it('may be opened again after its release', () => {
    const { actor, broker } = startConnection();
    for (const type of ['mqttLink.acquire', 'mqttLink.release', 'mqttLink.acquire'] as const)
      actor.send({ type, key: 'SN' });
    expect(broker.live()).toContain('SN');
    expect(broker.opens).toBe(3);
  });

  it('ignores the release of what nobody holds', () => {
    const { actor, broker } = startConnection();
    actor.send({ type: 'mqttLink.release', key: 'SN' });
    expect(broker.live()).toEqual([ACCOUNT_KEY]);
  });

  it('tells the terms of a link while it is open, and only then', () => {
    const { actor, broker } = startConnection();
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    expect(selectClientId('SN')(actor.getSnapshot())).toBe('');
    broker.accept('SN');
    expect(selectIsLinkOpen('SN')(actor.getSnapshot())).toBe(true);
    expect(selectClientId('SN')(actor.getSnapshot())).toBe(TERMS.clientId);
    broker.drop('SN');
    expect(selectLink('SN')(actor.getSnapshot())).toMatchObject({ state: 'waiting', terms: null });
  });

  it('opens the account anew for new credentials, and no robot', () => {
    const { actor, broker } = startConnection();
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    actor.send({ type: 'credentials.renew' });
    expect(broker.opens).toBe(3);
    expect(broker.live().sort()).toEqual(['SN', ACCOUNT_KEY].sort());
  });

  it('hurries every waiting link when the network is back', () => {
    const { actor, broker } = startConnection();
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    broker.drop('SN');
    broker.drop(ACCOUNT_KEY);
    expect(broker.live()).toEqual([]);
    actor.send({ type: 'network.found' });
    expect(broker.live().sort()).toEqual(['SN', ACCOUNT_KEY].sort());
  });

  it('passes a message to the link that is held, and loses none elsewhere', () => {
    const { actor, broker, sent } = startConnection();
    actor.send({ type: 'message.send', key: 'SN', topic: 't', payload: 'lost' });
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    broker.accept('SN');
    actor.send({ type: 'message.send', key: 'SN', topic: 't', payload: 'said' });
    expect(sent).toEqual(['t said']);
    expect(actor.getSnapshot().status).toBe('active');
  });

  it('says what a link is at: connecting, open, waiting, connecting again', () => {
    const { actor, broker, clock } = startConnection();
    const states: unknown[] = [];
    const note = () => states.push(selectLink(ACCOUNT_KEY)(actor.getSnapshot())?.state);
    note();
    broker.accept(ACCOUNT_KEY);
    note();
    broker.drop(ACCOUNT_KEY);
    note();
    clock.increment(5_000);
    note();
    expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting']);
  });

  it('closes everything with itself: signing out leaves no client behind', () => {
    const { actor, broker, stop } = startConnection();
    actor.send({ type: 'mqttLink.acquire', key: 'SN' });
    stop();
    expect(broker.live()).toEqual([]);
  });
});

describe('the word on the links', () => {
  it('knows nothing at first, and says so', () => {
    expect(words(startConnection())).toBe('connecting unknown');
  });

  it('repeats what the beat says of the broker', () => {
    const started = startConnection();
    for (const state of ['ok', 'slow', 'down'] as const) {
      started.beat(state);
      expect(words(started)).toBe(`ok ${state}`);
    }
  });

  it('is slow after one late beat, until three prompt ones have come', async () => {
    const started = startConnection();
    started.beat();
    await started.pass(FEED_SLOW_MS - 1);
    expect(words(started)).toBe('ok ok');
    await started.pass(1);
    expect(words(started)).toBe('slow ok');
    for (const expected of ['slow ok', 'slow ok', 'slow ok', 'ok ok']) {
      started.beat();
      expect(words(started)).toBe(expected);
      await started.pass(1_000);
    }
  });

  it('is slow after a call that took more than a second', () => {
    const started = startConnection();
    started.beat();
    started.actor.send({ type: 'call.answered', ms: CALL_SLOW_MS });
    expect(words(started)).toBe('ok ok');
    started.actor.send({ type: 'call.answered', ms: CALL_SLOW_MS + 1 });
    expect(words(started)).toBe('slow ok');
  });

  it('needs three prompt beats also after a slow call, however often it was slow before', async () => {
    const started = startConnection();
    const beats = async (...expected: string[]) => {
      for (const state of expected) {
        started.beat();
        expect(words(started)).toBe(state);
        await started.pass(1_000);
      }
    };
    await beats('ok ok');
    for (let time = 0; time < 2; time += 1) {
      started.actor.send({ type: 'call.answered', ms: CALL_SLOW_MS + 1 });
      await beats('slow ok', 'slow ok', 'ok ok');
    }
  });

  it('notices silence at 2.5 s, not before, and asks the cloud', async () => {
    const started = startConnection();
    started.cloud.answers = false;
    started.beat();
    await started.pass(FEED_SLOW_MS);
    await started.pass(FEED_LOST_MS - FEED_SLOW_MS - 1);
    expect(selectIsFeedLost(started.actor.getSnapshot())).toBe(false);
    started.clock.increment(1);
    expect(words(started)).toBe('silent unknown');
    expect(started.cloud.asked).toBe(1);
    await settle();
    expect(words(started)).toBe('down unknown');
  });

  it('blames the broker when the cloud answers and the feed is silent', async () => {
    const started = startConnection();
    started.beat();
    await started.pass(FEED_SLOW_MS);
    await started.pass(FEED_LOST_MS);
    expect(words(started)).toBe('ok down');
    expect(selectIsFeedLost(started.actor.getSnapshot())).toBe(true);
    expect(started.toldTo('fleet')).toEqual([{ type: 'fleet.refresh' }]);
    await started.pass(ASK_EVERY_MS);
    expect(words(started)).toBe('ok down');
    expect(started.toldTo('fleet')).toHaveLength(2);
  });

  it('is whole again with the first beat, and has what was missed read anew, once', async () => {
    const started = startConnection();
    started.beat();
    await started.pass(FEED_SLOW_MS);
    await started.pass(FEED_LOST_MS);
    started.beat();
    started.beat();
    expect(words(started)).toBe('ok ok');
    expect(started.toldTo('app')).toEqual([{ type: 'app.resumed' }]);
  });

  it('goes down at once when the browser says that the network is gone', () => {
    const started = startConnection();
    started.beat();
    started.actor.send({ type: 'network.lost' });
    expect(words(started)).toBe('down unknown');
  });

  it('asks at once when the network is back, and every 2 s while there is no answer', async () => {
    const started = startConnection();
    started.cloud.answers = false;
    started.actor.send({ type: 'network.lost' });
    started.actor.send({ type: 'network.found' });
    await settle();
    expect(started.cloud.asked).toBe(1);
    await started.pass(ASK_EVERY_MS);
    expect(started.cloud.asked).toBe(2);
    started.cloud.answers = true;
    await started.pass(ASK_EVERY_MS);
    expect(words(started)).toBe('ok down');
  });

  it('takes any answered call as a sign of life, and a lost one as the opposite', async () => {
    const started = startConnection();
    started.cloud.answers = false;
    started.actor.send({ type: 'network.lost' });
    started.actor.send({ type: 'call.answered', ms: 20 });
    expect(words(started)).toBe('ok down');
    started.actor.send({ type: 'call.lost' });
    expect(words(started)).toBe('down unknown');
  });

  it('says nothing of a lost call while the feed beats', () => {
    const started = startConnection();
    started.beat();
    started.actor.send({ type: 'call.lost' });
    expect(words(started)).toBe('ok ok');
  });

  it('does not wait for ever for a first beat', async () => {
    const started = startConnection();
    await started.pass(FEED_LOST_MS - 1);
    expect(words(started)).toBe('connecting unknown');
    await started.pass(1);
    expect(words(started)).toBe('ok down');
  });
});

it('tells a browser without a network from a cloud that does not answer', () => {
  const { actor } = startConnection();
  const hasNetwork = () => selectHasNetwork(actor.getSnapshot());
  expect(hasNetwork()).toBe(true);
  actor.send({ type: 'network.lost' });
  expect(hasNetwork()).toBe(false);
  actor.send({ type: 'network.found' });
  expect(hasNetwork()).toBe(true);
  actor.send({ type: 'network.lost' });
  actor.send({ type: 'feed.beaten', broker: 'ok' });
  actor.send({ type: 'network.found' });
  expect(hasNetwork()).toBe(true);
});
