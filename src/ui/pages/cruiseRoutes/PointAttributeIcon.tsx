/** The icon of a point's attribute, named in its tooltip and for screen readers. A point without one has a dot. */
import type { PointAttribute } from '../../../../contract/entities/robotConstants.ts';
import { useT } from '../../hooks/useT.ts';
import { PointIcon } from '../../icons/PointIcon.tsx';
import { POINT_ATTRIBUTE_KEYS } from '../../labels/pointLocaleKeys.ts';

interface PointAttributeIconProps {
  readonly attribute: PointAttribute;
  readonly size: number;
}

export function PointAttributeIcon({ attribute, size }: PointAttributeIconProps) {
  const t = useT();
  if (attribute === 'none') return <PointIcon attribute={attribute} size={size} />;
  const name = t(POINT_ATTRIBUTE_KEYS[attribute]);
  return (
    <span title={name}>
      <PointIcon attribute={attribute} size={size} />
      <span className="sr-only">{name}</span>
    </span>
  );
}
