/** Wires the recipient's page: where the parcel is, and what the recipient can do. */
import { fromPromise } from 'xstate';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import {
  type CodeWanted,
  type ParcelAct,
  type ParcelSeen,
  phoneVerificationCodeMachine,
} from '../../machines/phoneVerificationCode/phoneVerificationCode.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wirePhoneVerificationCode({
  transport,
  world: { clock },
}: Pick<Services, 'transport'> & { world: Pick<Services['world'], 'clock'> }) {
  const { parcel, parcelOpen, parcelMoreTime, parcelSendBack, parcelNotMine, parcelElsewhere } = createClient(
    deliveries,
    transport,
  );
  const calls = {
    open: parcelOpen,
    moreTime: parcelMoreTime,
    sendBack: parcelSendBack,
    notMine: parcelNotMine,
    elsewhere: parcelElsewhere,
  };
  const proofOf = ({ country, taskId, type, phoneNumber }: CodeWanted) => ({
    taskId,
    type,
    phoneNumber,
    countryAreaCode: country,
  });
  return phoneVerificationCodeMachine.provide({
    actors: {
      askParcel: fromPromise<ParcelSeen, CodeWanted>(async ({ input, signal }) => ({
        parcel: await parcel(proofOf(input), { signal }),
        receivedAt: clock.now(),
      })),
      act: fromPromise<ParcelSeen, CodeWanted & { act: ParcelAct }>(async ({ input: { act, ...wanted }, signal }) => ({
        parcel: await calls[act](proofOf(wanted), { signal }),
        receivedAt: clock.now(),
      })),
    },
  });
}
