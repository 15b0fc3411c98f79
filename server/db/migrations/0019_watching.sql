ALTER TABLE "elevators" ADD COLUMN "is_out_of_service" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "is_out_of_service" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "disinfection" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "photo_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "photo_at" timestamp (3) with time zone;--> statement-breakpoint
-- By hand: stored replies of recipients' acts lose their code; a repeat reads the parcel again.
UPDATE "requests" SET "reply" = "reply" #- '{data,code}' WHERE "reply" #> '{data}' ? 'opening' AND "reply" #> '{data}' ? 'deliveryId';
