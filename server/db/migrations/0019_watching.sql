ALTER TABLE "deliveries" ADD COLUMN "photo_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "photo_at" timestamp (3) with time zone;