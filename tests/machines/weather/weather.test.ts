import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { SiteWeather } from '../../../contract/entities/weather.ts';
import { REQUEST_PATIENCE_MS, WEATHER_ASK_MS } from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { LOST_RETRY_MS, weatherMachine } from '../../../src/machines/weather/weather.machine.ts';
import { selectWeather, selectWeatherState } from '../../../src/machines/weather/weather.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const seen: SiteWeather = {
  site: { id: 'harbour', name: 'Harbour Hotel', timeZone: 'Asia/Shanghai' },
  time: 1,
  state: 'off',
  weather: null,
};

async function start(says: ApiError | 'nothing' | null = null) {
  const cloud = { says, asked: 0 };
  const { actor, clock } = startUnderApp(
    weatherMachine.provide({
      actors: {
        readWeather: fromPromise<SiteWeather>(async () => {
          cloud.asked += 1;
          if (cloud.says === 'nothing') return new Promise(() => undefined);
          if (cloud.says) throw cloud.says;
          return seen;
        }),
      },
    }),
    { as: 'screen', input: { page: 'weather', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } },
  );
  await settle();
  return {
    actor,
    cloud,
    state: () => selectWeatherState(actor.getSnapshot()),
    context: () => selectWeather(actor.getSnapshot()),
    wait: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
  };
}

describe('the weather on a screen', () => {
  it('is asked for every minute, for ever', async () => {
    const screen = await start();
    expect(screen.state()).toBe('heard');
    await screen.wait(WEATHER_ASK_MS - 1);
    expect(screen.cloud.asked).toBe(1);
    await screen.wait(1);
    await screen.wait(WEATHER_ASK_MS);
    expect(screen.cloud.asked).toBe(3);
  });

  it('stays while the cloud does not answer, which is said, and is asked for sooner', async () => {
    const screen = await start();
    screen.cloud.says = new ApiError('networkFailed');
    await screen.wait(WEATHER_ASK_MS);
    expect(screen.state()).toBe('lost');
    expect(screen.context().seen).toEqual(seen);
    screen.cloud.says = null;
    await screen.wait(LOST_RETRY_MS);
    expect(screen.state()).toBe('heard');
  });

  it('does not wait for ever for one answer', async () => {
    const screen = await start('nothing');
    expect(screen.state()).toBe('first');
    await screen.wait(REQUEST_PATIENCE_MS);
    expect(screen.state()).toBe('lost');
  });

  it('is gone once the key opens nothing any more, and comes when it does', async () => {
    const screen = await start();
    screen.cloud.says = new ApiError('keyWrong', { field: 'key' });
    await screen.wait(WEATHER_ASK_MS);
    expect([screen.state(), screen.context().seen]).toEqual(['refused', null]);
    screen.cloud.says = null;
    screen.actor.send({ type: 'weather.ask' });
    await settle();
    expect(screen.state()).toBe('heard');
  });

  it("is asked for in the reader's language", async () => {
    const screen = await start();
    screen.actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect(screen.cloud.asked).toBe(2);
  });
});
