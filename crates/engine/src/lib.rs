//! The protocol as a WebAssembly module, for pages that carry their engine.
//!
//! There is no logic here, only the way in and out. The page asks for room (`request`), writes a
//! request there as UTF-8, calls `answer`, and reads as many bytes as that says from where `response`
//! points. A module has no threads, so one request is answered at a time; pages have as many instances
//! as they want to work at once (web/engine/workers.js).
//!
//! It asks its host two things only: whether it is time to stop, and to take the words of a panic.
//! After a panic the module is in no state to go on, so the host throws it away.
//!
//! Built for anything but WebAssembly the crate is empty: `cargo xtask edition` builds it, and nothing
//! else needs a compiler for it.

#[cfg(target_family = "wasm")]
pub mod wasm {
    //! What a page sees.

    use std::cell::RefCell;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Not zero once nobody wants to wait any longer.
        safe fn stop() -> i32;
        /// The words of a panic: UTF-8, to be read before this returns.
        safe fn panicked(words: *const u8, length: usize);
    }

    thread_local! {
        static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        static RESPONSE: RefCell<String> = const { RefCell::new(String::new()) };
    }

    /// Room for a request of so many bytes.
    #[unsafe(no_mangle)]
    pub extern "C" fn request(length: usize) -> *mut u8 {
        REQUEST.with_borrow_mut(|request| {
            *request = vec![0; length];
            request.as_mut_ptr()
        })
    }

    /// Answer the request; how many bytes the response has.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer() -> usize {
        std::panic::set_hook(Box::new(|panic| {
            let words = panic.to_string();
            panicked(words.as_ptr(), words.len());
        }));
        let request = REQUEST.take();
        let budget = api::Budget {
            conflicts: u64::MAX,
            stop: &|| stop() != 0,
        };
        let response = api::answer(&String::from_utf8_lossy(&request), budget);
        let length = response.len();
        RESPONSE.set(response);
        length
    }

    /// Where the response is, until the next request.
    #[unsafe(no_mangle)]
    pub extern "C" fn response() -> *const u8 {
        RESPONSE.with_borrow(|response| response.as_ptr())
    }
}
