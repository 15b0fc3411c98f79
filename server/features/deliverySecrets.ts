/**
 * Codes of deliveries: made, sealed for the database, and as the robot knows them. Pages must show and resend them, so
 * they cannot be hashed here; a robot gets them as keyed hashes.
 */
import { createHmac, randomInt } from 'node:crypto';
import type { CodeType } from '../../contract/entities/delivery.ts';
import { CODE_DIGITS } from '../../contract/rules/limits.ts';
import { codeHash } from '../../contract/wire/codeHash.ts';
import type { Db } from '../db/database.ts';
import {
  changeDelivery,
  deliveriesWithCodes,
  forgetCodesOfEnded,
  unsealedDeliveries,
  type DeliveryRow,
} from '../db/repositories/deliveries.ts';
import { forgetCodesLost, keptSecretOf } from '../db/repositories/installation.ts';
import { openText, sealText } from '../db/seal.ts';

const KEY = 'deliveryCodesKey';
/** Rows per transaction. */
const BATCH = 500;

type Sealed = Pick<DeliveryRow, 'id' | 'loadingSealed' | 'pickupSealed' | 'loadingCode' | 'pickupCode'>;

export interface DeliverySecrets {
  /** New codes for a delivery, as its row stores them. */
  newCodes(deliveryId: string): Pick<DeliveryRow, 'loadingSealed' | 'pickupSealed' | 'loadingCode' | 'pickupCode'>;
  codeOf(row: Sealed, type: CodeType): string;
  /** Key of the hashes that this robot gets. */
  robotKey(serialNumber: string): string;
  hashOf(row: Sealed, type: CodeType, serialNumber: string): string;
  /** Seals codes that an earlier version stored in plain text. @returns how many deliveries */
  sealStored(db: Db): Promise<number>;
  /**
   * Gives new codes to open deliveries, and none to ended ones: the sealed ones cannot be read any more.
   * @returns how many got new ones
   */
  replaceCodes(db: Db): Promise<number>;
}

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
const ownerOf = (deliveryId: string, type: CodeType): string => `${deliveryId} ${type}`;

/** @param db no transaction */
export async function createDeliverySecrets(db: Db): Promise<DeliverySecrets> {
  const secret = await keptSecretOf(db, KEY);
  const seal = (deliveryId: string, type: CodeType, code: string): string =>
    sealText(secret, ownerOf(deliveryId, type), code);
  const codeOf = (row: Sealed, type: CodeType): string => {
    const [sealed, plain] =
      type === 'loading' ? [row.loadingSealed, row.loadingCode] : [row.pickupSealed, row.pickupCode];
    return sealed === '' ? plain : openText(secret, ownerOf(row.id, type), sealed);
  };
  const robotKey = (serialNumber: string): string =>
    createHmac('sha256', secret).update(`keypad ${serialNumber}`).digest('base64url');
  const newCodes = (deliveryId: string) => ({
    loadingSealed: seal(deliveryId, 'loading', newCode()),
    pickupSealed: seal(deliveryId, 'pickup', newCode()),
    loadingCode: '',
    pickupCode: '',
  });
  return {
    newCodes,
    replaceCodes: (to) =>
      to.transaction(async (transaction) => {
        await forgetCodesOfEnded(transaction);
        const ids = await deliveriesWithCodes(transaction);
        for (const id of ids) await changeDelivery(transaction, id, newCodes(id));
        await forgetCodesLost(transaction);
        return ids.length;
      }),
    codeOf,
    robotKey,
    hashOf: (row, type, serialNumber) => codeHash(robotKey(serialNumber), row.id, type, codeOf(row, type)),
    async sealStored(to) {
      for (let sealed = 0; ;) {
        const done = await to.transaction(async (transaction) => {
          const rows = await unsealedDeliveries(transaction, BATCH);
          for (const { id, loadingCode, pickupCode } of rows)
            await changeDelivery(transaction, id, {
              loadingSealed: seal(id, 'loading', loadingCode),
              pickupSealed: seal(id, 'pickup', pickupCode),
              loadingCode: '',
              pickupCode: '',
            });
          return rows.length;
        });
        sealed += done;
        if (done < BATCH) return sealed;
      }
    },
  };
}
