/** Wires the settings of a robot to the API. */
import { fromPromise } from 'xstate';
import { robotSettings } from '../../../contract/endpoints/robotSettings.ts';
import { PRIVACY_POLICY_VERSION } from '../../../contract/rules/robotSettings.ts';
import {
  robotSettingsMachine,
  type SaveRequest,
  type SettingsAct,
  type SettingsPageData,
} from '../../machines/robotSettings/robotSettings.machine.ts';
import { createClient } from '../../services/api.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';

export function wireRobotSettings({ transport, presence }: Services, page: Document = document) {
  const api = createClient(robotSettings, transport);
  return robotSettingsMachine.provide({
    actors: {
      loadSettings: fromPromise<SettingsPageData, { serialNumber: string }>(async ({ input, signal }) => {
        await whenVisible(page, signal);
        const [settings, { records }] = await Promise.all([
          api.all(input, { signal }),
          api.learning(input, { signal }),
        ]);
        return { settings, learning: records };
      }),
      saveSettings: fromPromise<{ version: number }, SaveRequest>(({ input, signal }) => {
        const { acceptsPolicy, ...changes } = input;
        return api.saveAll(
          { ...changes, ...(acceptsPolicy && { privacyPolicyVersion: PRIVACY_POLICY_VERSION }) },
          { signal },
        );
      }),
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
