/** A slider with its label before it and its value after it. */
import { classes } from '../../kit/classes.ts';
import { Slider, type SliderProps } from '../../kit/Slider.tsx';

export interface LabelledSliderProps extends SliderProps {
  readonly className?: string | undefined;
}

const ROW = 'flex items-center gap-2.5 text-12 text-text-2 [&>b]:text-right [&>b]:text-text';
/** The value does not move the slider while it changes. */
export const WIDE_VALUE = '[&>b]:min-w-[58px]';

export function LabelledSlider({ className, ...slider }: LabelledSliderProps) {
  return (
    <div className={classes(ROW, className ?? WIDE_VALUE)}>
      <span>{slider.label}</span>
      <Slider {...slider} />
      <b>{slider.valueText}</b>
    </div>
  );
}
