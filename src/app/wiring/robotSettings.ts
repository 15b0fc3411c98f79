/** Wires the settings of a robot to the API. */
import { fromPromise } from 'xstate';
import { files } from '../../../contract/endpoints/files.ts';
import { friends } from '../../../contract/endpoints/friends.ts';
import { robotSettings } from '../../../contract/endpoints/robotSettings.ts';
import { PRIVACY_POLICY_VERSION } from '../../../contract/rules/robotSettings.ts';
import { robotSettingsMachine } from '../../machines/robotSettings/robotSettings.machine.ts';
import {
  type KeptTexts,
  type SaveRequest,
  type SettingsClaim,
  type ShownStill,
  type SettingsAct,
  type SettingsPageData,
} from '../../machines/robotSettings/robotSettings.setup.ts';
import {
  type CopySave,
  type LoadedTargets,
  settingsCopyMachine,
} from '../../machines/robotSettings/settingsCopy.machine.ts';
import { failureOf } from '../../machines/failure.ts';
import { createClient } from '../../services/api.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';
import { keptForm } from './keptForm.ts';

/** An address that ends sooner is asked for again. */
const ADDRESS_SPARE_MS = 5 * 60_000;

export function wireRobotSettings(services: Services, page: Document = document) {
  const { transport, presence } = services;
  const kept = keptForm<KeptTexts>(services, 'robotSettings');
  const api = createClient(robotSettings, transport);
  const fileCalls = createClient(files, transport);
  /** Addresses by file: the page asks every few seconds, and an address lasts an hour. */
  const known = new Map<string, { url: string; until: number }>();
  const addressesOf = async (
    pictures: readonly { fileId: string; at: number }[],
    now: number,
    signal: AbortSignal,
  ): Promise<ShownStill[]> => {
    const shown = await Promise.all(
      pictures.map(async ({ fileId, at }): Promise<ShownStill[]> => {
        const old = known.get(fileId);
        // A picture can be deleted between the two calls; the page is shown without it.
        const address =
          old && old.until > now + ADDRESS_SPARE_MS
            ? old
            : await fileCalls.address({ fileId }, { signal }).catch(() => null);
        if (!address) return [];
        known.set(fileId, address);
        return [{ fileId, at, url: address.url }];
      }),
    );
    for (const fileId of known.keys()) if (!pictures.some((one) => one.fileId === fileId)) known.delete(fileId);
    return shown.flat();
  };
  const save = ({ acceptsPolicy, ...changes }: SaveRequest, signal: AbortSignal) =>
    api.saveAll({ ...changes, ...(acceptsPolicy && { privacyPolicyVersion: PRIVACY_POLICY_VERSION }) }, { signal });
  return robotSettingsMachine.provide({
    actions: { keepDialog: (_, params) => kept.keep(params.kept) },
    actors: {
      recallDialog: kept.recall,
      copy: settingsCopyMachine.provide({
        actors: {
          loadTargets: fromPromise<LoadedTargets, { serialNumbers: readonly string[] }>(async ({ input, signal }) => {
            const loaded: LoadedTargets = { targets: [], failed: [] };
            const all = await Promise.allSettled(
              input.serialNumbers.map((serialNumber) => api.all({ serialNumber }, { signal })),
            );
            return all.reduce<LoadedTargets>(({ targets, failed }, one, index) => {
              const serialNumber = input.serialNumbers[index] ?? '';
              return one.status === 'fulfilled'
                ? { targets: [...targets, one.value], failed }
                : { targets, failed: [...failed, { serialNumber, failure: failureOf(one.reason) }] };
            }, loaded);
          }),
          saveTarget: fromPromise<{ version: number }, CopySave>(({ input, signal }) => save(input, signal)),
        },
      }),
      unbindRobot: fromPromise<SettingsClaim, { serialNumber: string }>(({ input, signal }) =>
        createClient(friends, transport).unbind({ robotId: input.serialNumber }, { signal }),
      ),
      loadSettings: fromPromise<SettingsPageData, { serialNumber: string }>(async ({ input, signal }) => {
        await whenVisible(page, signal);
        const [settings, { records }, { pictures, serverTime }] = await Promise.all([
          api.all(input, { signal }),
          api.learning(input, { signal }),
          api.stills(input, { signal }),
        ]);
        return { settings, learning: records, stills: await addressesOf(pictures, serverTime, signal) };
      }),
      saveSettings: fromPromise<{ version: number }, SaveRequest>(({ input, signal }) => save(input, signal)),
      carryOut: fromPromise<unknown, SettingsAct>(async ({ input, signal }) => {
        const { serialNumber } = input;
        if (input.what === 'rename')
          return (await presence()).api.robots.rename({ serialNumber, robotNickName: input.name }, { signal });
        const { learningId } = input;
        return input.what === 'keep'
          ? api.keepLearning({ serialNumber, learningId }, { signal })
          : api.forgetLearning({ serialNumber, learningId }, { signal });
      }),
    },
  });
}
