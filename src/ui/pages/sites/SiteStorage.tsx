/** How much of the site's storage its files use; amber near the limit. */
import { useId } from 'react';
import type { SiteEquipment } from '../../../../contract/entities/site.ts';
import { NEAR_QUOTA, sizeText } from '../../../../contract/rules/files.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';

export function SiteStorage({ usedBytes, quotaBytes }: SiteEquipment['storage']) {
  const t = useT();
  const id = useId();
  const isNear = usedBytes >= NEAR_QUOTA * quotaBytes;
  return (
    <div className="mt-1 grid gap-1 border-t border-line px-3 pt-3 pb-2 text-12 text-text-2">
      <span id={id}>{t('sites.storage')}</span>
      <span className="flex items-center gap-2">
        <span
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={quotaBytes}
          aria-valuenow={Math.min(usedBytes, quotaBytes)}
          aria-valuetext={t('sites.storageUsed', { used: sizeText(usedBytes), limit: sizeText(quotaBytes) })}
          className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-surface-3"
        >
          <span
            className={classes('block h-full rounded-full', isNear ? 'bg-attn' : 'bg-mark')}
            style={{ width: `${Math.min(100, (100 * usedBytes) / quotaBytes)}%` }}
          />
        </span>
        <span className="flex-none tabular-nums">
          {t('sites.storageUsed', { used: sizeText(usedBytes), limit: sizeText(quotaBytes) })}
        </span>
      </span>
      {isNear && <span className="text-attn-text">{t('sites.storageNear')}</span>}
    </div>
  );
}
