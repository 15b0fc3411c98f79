import { describe, expect, it } from 'vitest';
import {
  parseTopic,
  privateCommandsTopic,
  privateEventsTopic,
  robotTopic,
  rtcTopic,
  teleopTopic,
  watchTopic,
} from '../../../contract/wire/topics.ts';

const address = { interfaceName: 'uagv', manufacturer: 'Roundhouse', serialNumber: 'W1-0001' };

describe('topics', () => {
  it('come back as they were made', () => {
    expect(parseTopic(robotTopic(address, 'state'))).toEqual({ about: 'robot', name: 'state', ...address });
    expect(parseTopic(watchTopic(address))).toEqual({ about: 'robot', name: '+', ...address });
    expect(parseTopic(teleopTopic(address, 7))).toEqual({ about: 'teleop', lease: 7, ...address });
    expect(parseTopic(privateEventsTopic(address))).toEqual({ about: 'privateEvents', ...address });
    expect(parseTopic(privateCommandsTopic(address))).toEqual({ about: 'privateCommands', ...address });
    expect(parseTopic(rtcTopic('W1-0001', 'c', 'up'))).toEqual({
      about: 'rtc',
      serialNumber: 'W1-0001',
      clientId: 'c',
      way: 'up',
    });
    expect(parseTopic('users/u1/fleet')).toEqual({ about: 'user', userId: 'u1', name: 'fleet' });
  });
  it.each([
    '#',
    'uagv/#',
    'uagv/v2/Roundhouse/W1-0001/#',
    'uagv/v2/Roundhouse/W1-0001/secrets',
    'uagv/v1/Roundhouse/W1-0001/state',
    'users/u1',
    'users/u1/other',
    'rtc/W1/c/sideways',
    'uagv/v2/Roundhouse/W1/teleop/x',
    'uagv/v2/Roundhouse/W1/private/+',
    'uagv/v2/Roundhouse/W1/private',
    '',
    '/',
    '$SYS/uptime',
  ])('anything else is nothing of ours: %s', (topic) => expect(parseTopic(topic)).toBeNull());
});
